/** Classes of mail in a shared record: their predicates select the same messages there, by the names that these have there. */
import type { MailClass } from '../../protocol/classes.ts';
import type { SharedClass, UnsharedClass } from '../../protocol/share.ts';
import type { Predicate, TextField } from '../classes/fields.ts';
import { parsePredicate } from '../classes/parse.ts';
import { hostMatcher, matcher, selectLives } from '../classes/select.ts';
import { idKey, type Part } from './facts.ts';
import type { Renamer } from './names.ts';
import { plainReply } from './replies.ts';
import { STATUSES } from '../store/tables.ts';

/** Names that one test may become. */
const NAMES_MAX = 120;
/** Words in names of machines that tell nothing about whose they are. */
const COMMON = new Set('mail smtp relay local localhost host example test invalid none'.split(' '));
const ANY = /^\*+$/;

/** Thrown within this file: a test has no short form with other names. */
class NoForm extends Error {}

/**
 * Classes with the names of the shared record, those that cannot go along with the reason. To be asked when all names have their
 * numbers: the names of classes must not be among them.
 */
export function shareClasses(
  classes: readonly MailClass[],
  parts: readonly Part[],
  renamer: Renamer,
): { classes: SharedClass[]; left: UnsharedClass[] } {
  const shared: SharedClass[] = [];
  const left: UnsharedClass[] = [];
  const tells = teller(renamer);
  for (const { name, predicate } of classes) {
    const read = parsePredicate(predicate);
    const form = read.ok && selectsAny(parts, read.value) ? formOf(read.value, parts, renamer) : null;
    if (!read.ok || form === null)
      left.push({ name, because: read.ok && selectsAny(parts, read.value) ? 'no-form' : 'no-message' });
    else shared.push({ name: tells(name) ? numbered(shared, classes) : name, predicate: form, own: name });
  }
  return { classes: shared, left };
}

function numbered(shared: readonly SharedClass[], classes: readonly MailClass[]): string {
  const taken = new Set([...shared, ...classes].map(({ name }) => name));
  let number = shared.length + 1;
  while (taken.has(`class ${number}`)) number++;
  return `class ${number}`;
}

/** Whether the name of a class has a word of the record's names in it, or a part of the name of a machine or domain. */
function teller(renamer: Renamer): (name: string) => boolean {
  const words = new Set<string>();
  const parts = new Set<string>();
  for (const [token, name] of renamer.names.key()) {
    const found = wordsOf(name);
    for (const word of found) words.add(word);
    if (!/^[ul]/.test(token)) for (const word of found) if (word.length > 3) parts.add(word);
  }
  return (name) =>
    wordsOf(name).some((word) => words.has(word)) ||
    [...parts].some((part) => name.toLowerCase().includes(part));
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter(
    (word) => !COMMON.has(word) && !/^\d+$/.test(word),
  );

const selectsAny = (parts: readonly Part[], predicate: Predicate): boolean =>
  parts.some(({ member, lives }) =>
    selectLives(member.instance, predicate).some((is, life) => is === 1 && lives[life] === 1),
  );

function formOf(predicate: Predicate, parts: readonly Part[], renamer: Renamer): string | null {
  try {
    const form = written(predicate, parts, renamer);
    return parsePredicate(form).ok ? form : null;
  } catch (error) {
    if (error instanceof NoForm) return null;
    throw error;
  }
}

function written(predicate: Predicate, parts: readonly Part[], renamer: Renamer): string {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.parts
        .map((part) => bracketed(part.kind, written(part, parts, renamer)))
        .join(` ${predicate.kind} `);
    case 'not':
      return `not (${written(predicate.part, parts, renamer)})`;
    case 'number':
      return `${predicate.field}${predicate.operator}${predicate.value}`;
    case 'text': {
      const { field, not } = predicate;
      const [name, patterns] = textForm(predicate, parts, renamer);
      // Nothing is tried fewer than no times: a test that fits nothing here.
      if (patterns.length === 0) return not ? 'tries>=0' : 'tries<0';
      if (patterns.length === 1 && name === field) return `${name}${not ? '!=' : '='}${patterns[0]}`;
      const any = patterns.map((pattern) => `${name}=${pattern}`).join(' or ');
      return not ? `not (${any})` : `(${any})`;
    }
    default:
      return predicate satisfies never;
  }
}

const bracketed = (kind: Predicate['kind'], text: string): string =>
  kind === 'and' || kind === 'or' ? `(${text})` : text;

type TextTest = Predicate & { kind: 'text' };

/** A field and the patterns of which one must fit. */
function textForm(test: TextTest, parts: readonly Part[], renamer: Renamer): [TextField, string[]] {
  const { field, pattern } = test;
  if (field === 'status' || ANY.test(pattern)) return [field, [pattern]];
  if (field === 'from' && pattern === '') return [field, ['<>']];
  const patterns = namesForm(test, parts, renamer);
  return patterns === null ? ['id', idsForm(test, parts, renamer)] : [field, patterns];
}

/** The queue ids of the messages that a test selects. */
function idsForm(test: TextTest, parts: readonly Part[], renamer: Renamer): string[] {
  const ids: string[] = [];
  for (const { member, lives: is } of parts) {
    const { tables, pools } = member.instance;
    const selected = selectLives(member.instance, { ...test, not: false });
    for (let life = 1; life < is.length; life++) {
      if (is[life] !== 1 || selected[life] !== 1) continue;
      if (ids.length === NAMES_MAX) throw new NoForm();
      const id = pools.texts.text(tables.lives.id[life] ?? 0);
      ids.push(renamer.names.token('id', idKey(member, life, id)));
    }
  }
  return ids;
}

/** Null when the field has no other names, or when they would say something else. */
function namesForm({ field, pattern }: TextTest, parts: readonly Part[], renamer: Renamer): string[] | null {
  const values = valuesOf(field, parts, renamer);
  if (values === null) return null;
  const fits = field === 'client' || field === 'relay' ? hostMatcher : matcher;
  const is = fits(pattern);
  const chosen = [...values].filter(([value]) => is(value));
  const same = (patterns: readonly string[]): boolean => {
    const tests = patterns.map(fits);
    return [...values].every(([value, other]) => is(value) === tests.some((test) => test(other)));
  };
  const forms =
    field === 'reply'
      ? [keptWords(pattern, [...values.values()])]
      : [
          ...(field === 'from' || field === 'to' ? [addressForm(pattern, values)] : []),
          [...new Set(chosen.map(([, other]) => other.toLowerCase()))],
        ];
  const found = forms.find((form) => form.length <= NAMES_MAX && !form.includes('') && same(form));
  return found ?? null;
}

/** `reset@*` with the names of its halves: shorter than every address that it fits. */
function addressForm(pattern: string, values: ReadonlyMap<string, string>): string[] {
  const [user = '', domain = '', ...more] = pattern.split('@');
  if (!pattern.includes('@') || more.length > 0) return [];
  const half = (wanted: string, behind: boolean): string[] => {
    if (ANY.test(wanted)) return ['*'];
    const is = matcher(wanted);
    const part = (text: string): string => {
      const at = text.lastIndexOf('@');
      return behind ? text.slice(at + 1) : text.slice(0, at);
    };
    const found = [...values].filter(([value]) => value.includes('@') && is(part(value)));
    return [...new Set(found.map(([, other]) => part(other).toLowerCase()))];
  };
  const domains = half(domain, true);
  return half(user, false).flatMap((name) => domains.map((at) => `${name}@${at}`));
}

/** A pattern of answers stays when all its words are among those that leave in any case. */
function keptWords(pattern: string, replies: readonly string[]): string[] {
  const pieces = pattern.split(/[*?]+/).filter((piece) => piece !== '');
  const kept = pieces.every((piece) => replies.some((reply) => reply.toLowerCase().includes(piece)));
  return kept && !pattern.includes('"') ? [`"${pattern}"`] : [];
}

/** What a field holds in these parts, with what it holds in the shared record; null: it is not there. */
function valuesOf(field: TextField, parts: readonly Part[], renamer: Renamer): Map<string, string> | null {
  const values = new Map<string, string>();
  for (const { member, lives: is } of parts) {
    const { tables, pools } = member.instance;
    const { lives, attempts } = tables;
    const note = (value: string, other: (value: string) => string): void => {
      if (!values.has(value)) values.set(value, other(value));
    };
    const address = (place: number | undefined): void =>
      note(pools.strings.text(place ?? 0), (text) => renamer.address(text));
    if (field === 'from' || field === 'client' || field === 'user')
      for (let life = 1; life < is.length; life++) {
        if (is[life] !== 1) continue;
        if (field === 'from') address(lives.sender[life]);
        else if (lives.origin[life] === 1) {
          const kind = field === 'client' ? 'client' : 'login';
          const place = field === 'client' ? lives.client[life] : lives.user[life];
          note(pools.strings.text(place ?? 0), (text) =>
            kind === 'login' && text === '' ? '' : renamer.names.token(kind, text),
          );
        }
      }
    else if (field === 'to' || field === 'relay' || field === 'reply')
      for (let row = 1; row < attempts.length; row++) {
        if (is[attempts.life[row] ?? 0] !== 1) continue;
        if (field === 'to') {
          address(attempts.to[row]);
          address(attempts.origTo[row]);
        } else if (field === 'relay')
          note(pools.strings.text(attempts.relay[row] ?? 0), (text) => renamer.relay(text));
        else {
          const sent = STATUSES[attempts.status[row] ?? 0] === 'sent';
          note(pools.replies.text(attempts.reply[row] ?? 0), (text) => plainReply(text, sent, renamer));
        }
      }
    else return null;
  }
  return values;
}
