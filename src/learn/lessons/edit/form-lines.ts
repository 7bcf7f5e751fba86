/** Formats the lines of a lesson file for forms and buttons. */
import type { Scenario } from '../../../protocol/scenario.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import type { OwnQuestion } from '../lesson.ts';
import { type LessonFault, readLessonLines } from '../lesson-lines.ts';
import { readOwnQuestion } from '../own-question.ts';

/** Writes an instant in the notation of `at:`. */
export function placeText(at: Micros): string {
  return at === 0 ? 'start' : `${at / MICROS_PER_SECOND} s`;
}

/**
 * Turns a title into an id or scene name of lower-case letters, digits and hyphens. Returns `instead` for a title
 * without letters and digits.
 */
export function slugOf(title: string, instead: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 6).join('-').slice(0, 40).replace(/-$/, '') || instead;
}

/** Writes a scenario as readable JSON: one member per line, one scripted command per line. */
export function sceneJson(scenario: Scenario): string {
  const members = Object.entries(scenario).filter(([, value]) => value !== undefined);
  const lines = members.map(([name, value]: [string, unknown]) => {
    if (name !== 'script' || !Array.isArray(value) || value.length === 0)
      return `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    return `  "script": [\n${value.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}

/** An answer and the comment on this answer, as a form holds them. */
export interface AnswerDraft {
  answer: string;
  why: string;
}

export interface OwnDraft {
  kind: OwnQuestion['kind'];
  text: string;
  right: AnswerDraft;
  wrong: AnswerDraft[];
  model: string;
}

/** Removes line breaks. */
function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function answerLine(word: string, { answer, why }: AnswerDraft): string {
  return `${word}: ${flat(answer).replaceAll('|', '/')} | ${flat(why)}`;
}

/** Writes the lines of a question. Empty wrong answers are omitted. */
export function ownLines({ kind, text, right, wrong, model }: OwnDraft): string[] {
  const first = `${kind}: ${flat(text)}`;
  if (kind === 'write') return [first, `model: ${flat(model)}`];
  const others = wrong.filter(({ answer, why }) => flat(answer + why) !== '');
  return [first, answerLine('right', right), ...others.map((each) => answerLine('wrong', each))];
}

/** Returns the parser's errors for these lines. Lines count from 1. */
export function ownFaults(lines: readonly string[]): LessonFault[] {
  const head = '# t\n## t\n';
  const { raw } = readLessonLines(head + lines.join('\n'));
  const [stop] = raw.stops;
  const faults: LessonFault[] = [];
  if (stop !== undefined) readOwnQuestion(stop, faults);
  return faults.map((fault) => ({ ...fault, line: fault.line - 2 }));
}
