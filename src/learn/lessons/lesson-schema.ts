/** Schemas of the fields of a lesson file. Messages are noun phrases that say what is accepted. */
import * as v from 'valibot';
import { type RuleAsked, RULES_ASKED } from '../../explain/rules/rule.ts';
import { listOf } from '../../scenario/schema-list.ts';
import { groupDigits } from '../../scenario/digits.ts';
import { isDestinationName, isPlainText } from '../../protocol/names.ts';
import {
  ASKS,
  type AskKind,
  DOCUMENTS,
  type LessonStop,
  SLOW,
  type StopPlace,
  type StopRule,
  type StopView,
} from './lesson.ts';
import { LANGUAGE } from './lesson-languages.ts';
import { MARKS_ACCEPTED, unknownMark } from './markup.ts';
import { type OrderName, ORDERS } from './orders.ts';

export const LESSON_LIMITS = {
  /**
   * Characters per file, lines, and characters per line: limits within which the page parses and draws without a noticeable
   * delay.
   */
  file: 200_000,
  lines: 10_000,
  line: 20_000,
  stops: 40,
  scenes: 12,
  paragraphs: 12,
  jobs: 40,
  text: 1200,
};

interface Excess {
  line: number;
  value: string;
  accepted: string;
}

export function excessOf(file: string): Excess | null {
  const excess = (line: number, count: number, most: number, what: string): Excess => ({
    line,
    value: `${groupDigits(count)} ${what}`,
    accepted: `at most ${groupDigits(most)}`,
  });
  if (file.length > LESSON_LIMITS.file) return excess(1, file.length, LESSON_LIMITS.file, 'characters');
  const lines = file.split('\n');
  if (lines.length > LESSON_LIMITS.lines) return excess(1, lines.length, LESSON_LIMITS.lines, 'lines');
  const long = lines.findIndex(({ length }) => length > LESSON_LIMITS.line);
  if (long < 0) return null;
  return excess(long + 1, lines[long]?.length ?? 0, LESSON_LIMITS.line, `characters in line ${long + 1}`);
}

/** Describes the excess in a sentence. `place`: where the lesson is from. */
export function describeExcess(place: 'file' | 'link', { value, accepted }: Excess): string {
  return `The lesson in this ${place} has ${value}; the page reads ${accepted}. Ask its author for a shorter one.`;
}

const words = (max: number, accepted: string) =>
  v.pipe(
    v.string(accepted),
    v.minLength(1, accepted),
    v.maxLength(max, accepted),
    v.check((s) => isPlainText(s, false), accepted),
  );

const TITLE = 'a title of 1 to 120 characters';
const ABOUT = 'one sentence of at most 400 characters';
const ID = 'at most 60 lower-case letters, digits and hyphens';
const id = v.pipe(v.string(ID), v.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, ID));
const DOCUMENT = DOCUMENTS.join(', ');

const PLACE = 'start, an instant such as 3.5 s or 250 ms, decision 12, or event 40';
const place = v.pipe(
  v.string(PLACE),
  v.rawTransform(({ dataset, addIssue, NEVER }): StopPlace => {
    const found = parsePlace(dataset.value);
    if (found !== null) return found;
    addIssue({ message: PLACE });
    return NEVER;
  }),
);

/** Parses `3.5 s`, `250 ms`, `40 us`, `start`, `decision 12` or `event 40`; null if invalid. */
function parsePlace(text: string): StopPlace | null {
  if (text === 'start') return { at: 0 };
  const time = /^(\d{1,9}(?:\.\d{1,6})?) ?(s|ms|us|min|h)$/.exec(text);
  if (time !== null) {
    const unit = { s: 1e6, ms: 1e3, us: 1, min: 6e7, h: 3.6e9 }[time[2] as 's'];
    return { at: Math.round(Number(time[1]) * unit) };
  }
  const counted = /^(decision|event) (\d{1,9})$/.exec(text);
  if (counted === null) return null;
  const n = Number(counted[2]);
  return counted[1] === 'decision' ? { decision: n } : { event: n };
}

const VIEW = `stage, wheel, heap, destinations, memory, deferred, designs, threads, orders and which of ${ORDERS.join(', ')}, or destination or aimd and its name`;
const view = v.pipe(
  v.string(VIEW),
  v.check((text) => {
    const [kind = '', ...rest] = text.split(/ +/);
    if (kind === 'destination' || kind === 'aimd')
      return rest.length === 1 && isDestinationName(rest[0] ?? '');
    if (kind === 'orders') return rest.every((name, i) => isOrder(name) && rest.indexOf(name) === i);
    return (
      rest.length === 0 && /^(stage|wheel|heap|destinations|memory|deferred|designs|threads)$/.test(kind)
    );
  }, VIEW),
  v.transform((text): Pick<LessonStop, 'view' | 'destination' | 'orders'> => {
    const [kind, ...rest] = text.split(/ +/);
    const orders = rest.filter(isOrder);
    return {
      view: kind as StopView,
      destination: kind === 'destination' || kind === 'aimd' ? (rest[0] ?? '') : '',
      orders: kind !== 'orders' ? [] : orders.length === 0 ? [...ORDERS] : orders,
    };
  }),
);

function isOrder(name: string): name is OrderName {
  return ORDERS.some((order) => order === name);
}

const JOBS = `at most ${LESSON_LIMITS.jobs} message numbers separated by spaces`;
const jobs = v.pipe(
  v.string(JOBS),
  v.regex(/^\d{1,6}( +\d{1,6}){0,39}$/, JOBS),
  v.transform((text) => text.split(/ +/).map(Number)),
);

const ASK = `one of ${ASKS.join(', ')}, followed by its subject if it has one`;
const ask = v.pipe(
  v.string(ASK),
  v.regex(new RegExp(`^(${ASKS.join('|')})( +[A-Za-z0-9._:-]{1,80})?$`), ASK),
  v.transform((text) => {
    const [kind, about] = text.split(/ +/);
    return { kind: kind as AskKind, about: about ?? '' };
  }),
);

const RULE = `one of ${RULES_ASKED.join(', ')}, optionally followed by lines such as 9-10`;
const rule = v.pipe(
  v.string(RULE),
  v.regex(new RegExp(`^(${RULES_ASKED.join('|')})( +[1-9]\\d?(-[1-9]\\d?)?)?$`), RULE),
  v.transform((text): StopRule => {
    const [asked, lines = ''] = text.split(/ +/);
    const [from = 0, to = from] = lines === '' ? [] : lines.split('-').map(Number);
    return { asked: asked as RuleAsked, from, to };
  }),
  v.check(({ from, to }) => from <= to, RULE),
);

const PARAGRAPH = `paragraphs of at most ${LESSON_LIMITS.text} characters`;
const paragraph = v.pipe(
  words(LESSON_LIMITS.text, PARAGRAPH),
  v.check((text) => unknownMark(text) === '', MARKS_ACCEPTED),
);
const TEXT = `at most ${LESSON_LIMITS.paragraphs} paragraphs`;
export const SCENE = 'the name of a scene of this file, or the id of a gallery scene';

export const stopSchema = v.strictObject({
  title: words(120, TITLE),
  scene: v.exactOptional(v.pipe(v.string(SCENE), v.regex(/^[A-Za-z0-9-]{1,80}$/, SCENE))),
  at: v.exactOptional(place),
  show: v.exactOptional(view),
  jobs: v.exactOptional(jobs),
  ask: v.exactOptional(ask),
  rule: v.exactOptional(rule),
  slow: v.exactOptional(v.picklist(SLOW, `one of ${SLOW.join(', ')}`)),
  text: listOf(paragraph, TEXT, { max: LESSON_LIMITS.paragraphs }),
  notes: listOf(paragraph, TEXT, { max: LESSON_LIMITS.paragraphs }),
});

const MINUTES = 'whole minutes from 1 to 120';
const ABLE = 'one to six clauses separated by ; of at most 160 characters each';
const able = v.pipe(
  v.string(ABLE),
  v.transform((text) => text.split(';').map((clause) => clause.trim())),
  v.minLength(1, ABLE),
  v.maxLength(6, ABLE),
  v.check((list) => list.every((clause) => clause !== '' && clause.length <= 160), ABLE),
);

const LANGUAGES =
  'one to six languages of two or three lower-case letters, such as en de, the file’s own first (id is a field)';
const languages = v.pipe(
  v.string(LANGUAGES),
  v.transform((text) => text.split(/ +/)),
  v.minLength(1, LANGUAGES),
  v.maxLength(6, LANGUAGES),
  v.check(
    (list) => new Set(list).size === list.length && list.every((name) => LANGUAGE.test(name)),
    LANGUAGES,
  ),
);

export const lessonSchema = v.strictObject({
  title: words(120, TITLE),
  id,
  languages: v.exactOptional(languages),
  document: v.exactOptional(v.picklist(DOCUMENTS, DOCUMENT)),
  about: words(400, ABOUT),
  minutes: v.exactOptional(
    v.pipe(v.string(MINUTES), v.regex(/^[1-9]\d?$|^1[01]\d$|^120$/, MINUTES), v.transform(Number)),
  ),
  assumes: v.exactOptional(words(120, 'a few words, at most 120 characters')),
  able: v.exactOptional(able),
});
