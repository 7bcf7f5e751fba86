/**
 * Text that is safe to share. It consists of literals of this code, numbers and pseudonyms only: the compiler rejects
 * text of the record. Only this file converts a string to this type, so reviewing this file is enough to trust it.
 */
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';

declare const harmless: unique symbol;
export type Plain = string & { readonly [harmless]: true };

const made = (text: string): Plain => text as Plain;

/** A template literal of the code with harmless values: plain`size=${size}`. */
export function plain(literals: TemplateStringsArray, ...values: readonly (Plain | number)[]): Plain {
  let text = literals[0] ?? '';
  for (const [i, value] of values.entries()) text += `${value}${literals[i + 1] ?? ''}`;
  return made(text);
}

/** Splits a literal of the code at each `|` into a list of safe texts. */
export const plainList = (literals: TemplateStringsArray): readonly Plain[] =>
  (literals[0] ?? '').split('|').map(made);

/** Takes a literal of the code as safe text. The type of the argument accepts nothing else. */
export const word = <T extends string>(literal: T & (string extends T ? never : T)): Plain => made(literal);

export const plainJoin = (parts: readonly Plain[], between: Plain): Plain => made(parts.join(between));

/** Lines, each ending with a newline. '' without lines. */
export const plainLines = (lines: readonly Plain[]): Plain => made(lines.map((line) => `${line}\n`).join(''));

/** The member of a closed list that equals the text, or null. */
export function oneOf(list: readonly string[], text: string): Plain | null {
  const found = list.find((one) => one === text);
  return found === undefined ? null : made(found);
}

/** The member of a list that occurs first in the text, or null. */
export function firstIn(list: readonly Plain[], text: string): Plain | null {
  let first: Plain | null = null;
  let place = Infinity;
  for (const one of list) {
    const at = text.indexOf(one);
    if (at >= 0 && at < place) [first, place] = [one, at];
  }
  return first;
}

/** Patterns that match only numbers and words of Postfix. The number of digits is bounded, so that no text can be encoded in numbers. */
const FORMS = {
  /** Value of a parameter: `20`, `1.5`, `300s`, `50%`. */
  figure: /^-?\d{1,10}(?:\.\d{1,10})?[smhdw]?%?$/,
  word: /^(?:yes|no)$/,
  /** Feedback of a parameter: `1/2`, `1 / concurrency`. */
  fraction: /^\d{1,10}(?:\.\d{1,10})? {0,2}\/ {0,2}(?:\d{1,10}(?:\.\d{1,10})?|concurrency|sqrt_concurrency)$/,
  /** A field of master.cf: `-`, `y`, `300`, `1000?`. */
  flag: /^(?:[-yn]|\d{1,10}\??)$/,
  verbose: /^-v{1,9}$/,
  port: /^\d{1,5}$/,
  /** Reply code and enhanced status code of SMTP. */
  code: /^[245]\d\d$/,
  status: /^[245]\.\d{1,3}\.\d{1,3}$/,
  /** `3.7.11`, `3.9-20240214`, `3.8.0-RC1`, `3.9-20231221-nonprod`. */
  version: /^\d{1,2}\.\d{1,2}(?:\.\d{1,2})?(?:-20\d{6})?(?:-RC\d{1,2})?(?:-nonprod)?$/,
  /** Number in the name of a class of mail. */
  count: /^\d{1,4}$/,
} as const;

/** The text if it matches the pattern, otherwise null. */
export const ofForm = (form: keyof typeof FORMS, text: string): Plain | null =>
  FORMS[form].test(text) ? made(text) : null;

export const fixed = (value: number, decimals: number): Plain => made(value.toFixed(decimals));

/** Writes a whole number with leading zeros to this many digits. */
export const padded = (value: number, width: number): Plain => made(String(value).padStart(width, '0'));

export const slice = (text: Plain, from: number, to?: number): Plain => made(text.slice(from, to));

export const lowerCase = (text: Plain): Plain => made(text.toLowerCase());

/** Writes a time with this many decimals: `2001-01-01T00:00:12.345678+00:00`. */
export function isoStamp(micros: EpochMicros, digits: number): Plain {
  const whole = Math.floor(micros / MICROS_PER_SECOND);
  const rest = String(Math.round(micros - whole * MICROS_PER_SECOND))
    .padStart(6, '0')
    .slice(0, digits);
  return made(`${new Date(whole * 1000).toISOString().slice(0, 19)}${digits === 0 ? '' : `.${rest}`}+00:00`);
}

type Value = Plain | number | boolean | readonly Value[] | { readonly [key: string]: Value };

/** Writes harmless values as JSON. The keys are literals of the code. */
export const plainJson = (value: Value): Plain => made(JSON.stringify(value));
