import type { MailClass } from '../../protocol/classes.ts';
import type { InputError, Result } from '../../../protocol/result.ts';
import { showValue } from '../../../scenario/schema-errors.ts';
import {
  ALIASES,
  FIELD_LIST,
  NUMBER_FIELDS,
  type NumberField,
  type Operator,
  type Predicate,
  TEXT_FIELDS,
  type TextField,
} from './fields.ts';
import { FATES_ACCEPTED } from '../../../scenario/recorded-kinds.ts';

/** Limits of a predicate: characters, and depth of brackets. Nobody types more, and parsing nested brackets uses stack. */
const LENGTH_MAX = 2000;
const DEPTH_MAX = 40;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,39}$/u;
const TOKEN = /\s*(?:(\()|(\))|((?:"[^"]*"|[^\s()"])+))/y;
const TEST = /^([a-z][a-z-]*)(!=|>=|<=|=|>|<)(.*)$/is;
/** Factor of each unit, by field. These are maps, because a plain object would accept `constructor` as a unit. */
const UNITS: Readonly<Record<NumberField, ReadonlyMap<string, number>>> = {
  size: new Map(Object.entries({ '': 1, b: 1, k: 1000, kb: 1000, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 })),
  recipients: new Map([['', 1]]),
  tries: new Map([['', 1]]),
  b: new Map(Object.entries({ '': 1, s: 1, m: 60, min: 60, h: 3600 })),
};

class Refused extends Error {
  readonly at: InputError;
  constructor(field: string, value: string, accepted: string) {
    super(accepted);
    this.at = { field, value: showValue(value), accepted };
  }
}

/**
 * Parses a predicate. An error names the wrong field, its value and what is accepted.
 *
 * @param field Name used in errors about the predicate as a whole: `--class`, `class resets`.
 */
export function parsePredicate(text: string, field = 'predicate'): Result<Predicate> {
  try {
    if (text.length > LENGTH_MAX) throw new Refused(field, text, `at most ${LENGTH_MAX} characters`);
    const words = tokens(text, field);
    const at = { words, next: 0, field, depth: 0 };
    const value = readOr(at);
    const rest = words[at.next];
    if (rest !== undefined)
      throw new Refused(field, rest, '"and" or "or" between two tests, and a ( for each )');
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, errors: [error.at] };
    throw error;
  }
}

/** Parses `NAME=PREDICATE`: `resets=from=reset@*`. */
export function parseClass(
  text: string,
  field = '--class',
): Result<{ mailClass: MailClass; predicate: Predicate }> {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(at, 0)).trim();
  if (!NAME.test(name))
    return {
      ok: false,
      errors: [
        {
          field,
          value: showValue(text),
          accepted:
            'NAME=PREDICATE, where NAME has letters, digits, blanks and . _ -, such as resets=from=reset@*',
        },
      ],
    };
  const predicate = text.slice(at + 1).trim();
  const read = parsePredicate(predicate, `class ${name}`);
  return read.ok ? { ok: true, value: { mailClass: { name, predicate }, predicate: read.value } } : read;
}

interface Place {
  words: readonly string[];
  next: number;
  field: string;
  depth: number;
}

function tokens(text: string, field: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new Refused(field, text.slice(from), 'a closing " for each "');
    found.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return found;
}

const isWord = (at: Place, word: string): boolean => at.words[at.next]?.toLowerCase() === word;

function readOr(at: Place): Predicate {
  const parts = [readAnd(at)];
  while (isWord(at, 'or')) {
    at.next++;
    parts.push(readAnd(at));
  }
  return parts.length === 1 ? (parts[0] as Predicate) : { kind: 'or', parts };
}

function readAnd(at: Place): Predicate {
  const parts = [readNot(at)];
  while (isWord(at, 'and')) {
    at.next++;
    parts.push(readNot(at));
  }
  return parts.length === 1 ? (parts[0] as Predicate) : { kind: 'and', parts };
}

function readNot(at: Place): Predicate {
  if (++at.depth > DEPTH_MAX)
    throw new Refused(at.field, at.words.join(' '), `at most ${DEPTH_MAX} nested brackets and nots`);
  const word = at.words[at.next++];
  let read: Predicate;
  if (word === undefined || word === ')' || /^(and|or)$/i.test(word))
    throw new Refused(at.field, word ?? 'nothing', `a test, such as from=reset@* (fields: ${FIELD_LIST})`);
  if (word.toLowerCase() === 'not') read = { kind: 'not', part: readNot(at) };
  else if (word === '(') {
    read = readOr(at);
    if (at.words[at.next++] !== ')') throw new Refused(at.field, at.words.join(' '), 'a ) for each (');
  } else read = readTest(word, at.field);
  at.depth--;
  return read;
}

function readTest(word: string, where: string): Predicate {
  const [, name = '', operator = '', given = ''] = TEST.exec(word) ?? [];
  if (name === '')
    throw new Refused(
      where,
      word,
      `FIELD=VALUE, such as from=reset@* or recipients>100 (fields: ${FIELD_LIST})`,
    );
  const field = ALIASES.get(name.toLowerCase()) ?? name.toLowerCase();
  const value = given.replaceAll('"', '');
  if (Object.hasOwn(TEXT_FIELDS, field)) return textTest(field as TextField, operator as Operator, value);
  if (Object.hasOwn(NUMBER_FIELDS, field))
    return numberTest(field as NumberField, operator as Operator, value);
  throw new Refused(name, word, `one of the fields ${FIELD_LIST}`);
}

function textTest(field: TextField, operator: Operator, value: string): Predicate {
  if (operator !== '=' && operator !== '!=')
    throw new Refused(field, `${operator}${value}`, '= or != with a text, * for any characters');
  if (value === '') throw new Refused(field, 'nothing', `a text: ${TEXT_FIELDS[field]}`);
  if (field === 'status' && !/^(sent|deferred|bounced)$/i.test(value))
    throw new Refused(field, value, FATES_ACCEPTED);
  const pattern = field === 'from' && value === '<>' ? '' : value.replace(/^<(.*)>$/, '$1');
  return { kind: 'text', field, not: operator === '!=', pattern: pattern.toLowerCase() };
}

function numberTest(field: NumberField, operator: Operator, value: string): Predicate {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(value) ?? [];
  const factor = UNITS[field].get(unit.toLowerCase());
  if (digits === '' || factor === undefined)
    throw new Refused(field, value === '' ? 'nothing' : value, `a number: ${NUMBER_FIELDS[field]}`);
  return { kind: 'number', field, operator, value: Number(digits) * factor };
}
