/**
 * Encodes one answer of one phone as seven characters that can be said, typed and shown as a QR code: `K7M-4QXD`. Two
 * characters identify the question, four hold the answer and the phone, and the last one is a check character.
 */
import { seedOf } from '../questions/draw.ts';

/** Crockford's base 32 omits look-alike characters. Readers also accept lower case, and O, I and L for 0, 1 and 1. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 7;
/** Number of random phone numbers. In a class of thirty, two phones have equal numbers once in 300 classes. */
export const PHONES = 2 ** 17;

export interface CodedAnswer {
  /** Tag of the question (`questionTag`): ten bits, so a code of another question matches by chance once in a thousand. */
  tag: number;
  /** Index of the choice, 0 to 7. */
  place: number;
  /** Random number of the phone, 0 to `PHONES` − 1. A later answer of the same phone replaces the earlier one. */
  phone: number;
}

export type ReadCode =
  | ({ ok: true; code: string } & CodedAnswer)
  | {
      ok: false;
      text: string;
      /**
       * `length`: too few or too many characters. `letters`: an invalid character. `damaged`: the check character does
       * not match.
       */
      fault: 'length' | 'letters' | 'damaged';
    };

/** Computes the tag of a question from the part of its address that identifies the question. */
export function questionTag(address: string): number {
  return seedOf(address) >>> 22;
}

/*
 * Answer and phone are mixed by a multiplication, so that students cannot read a neighbour's answer off the first
 * character. The product of the two factors is 1 modulo 2²⁰.
 */
const MIX = 0x9e377;
const UNMIX = 0x3e647;
const MIXED_MASK = 2 ** 20 - 1;

/** Encodes an answer. The code has a hyphen for readability. */
export function answerCode({ tag, place, phone }: CodedAnswer): string {
  const mixed = Math.imul(place * PHONES + phone, MIX) & MIXED_MASK;
  const numbers = [tag >> 5, tag & 31, mixed >> 15, (mixed >> 10) & 31, (mixed >> 5) & 31, mixed & 31];
  const code = [...numbers, timesAlpha(remainder(numbers))].map((n) => LETTERS[n] ?? '').join('');
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

/**
 * Finds all codes in a text. For each word that is not a code, names what is wrong with it. A code may contain a
 * hyphen or one space.
 */
export function readCodes(text: string): ReadCode[] {
  const joined = text
    .toUpperCase()
    .replaceAll(/(?<![0-9A-Z-])([0-9A-Z]{3})[ -]([0-9A-Z]{4})(?![0-9A-Z-])/g, '$1$2');
  return joined
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map(readCode);
}

function readCode(word: string): ReadCode {
  const code = word.replaceAll('-', '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const numbers = [...code].map((letter) => LETTERS.indexOf(letter));
  const text = word.slice(0, 20);
  if (numbers.includes(-1)) return { ok: false, text, fault: 'letters' };
  if (numbers.length !== LENGTH) return { ok: false, text, fault: 'length' };
  if (remainder(numbers) !== 0) return { ok: false, text, fault: 'damaged' };
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  const body = Math.imul(c * 2 ** 15 + d * 2 ** 10 + e * 32 + f, UNMIX) & MIXED_MASK;
  return {
    ok: true,
    code: `${code.slice(0, 3)}-${code.slice(3)}`,
    tag: a * 32 + b,
    place: Math.floor(body / PHONES),
    phone: body % PHONES,
  };
}

/**
 * Evaluates the characters, as a polynomial over the field of 32 elements, at the field's generator. The check detects
 * every single wrong character, every swap of two characters, and 31 of 32 other errors.
 */
function remainder(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => timesAlpha(sum) ^ n, 0);
}

/** Multiplies by the generator, modulo x⁵ + x² + 1. */
function timesAlpha(n: number): number {
  return (n << 1) ^ (n > 15 ? 0x25 : 0);
}
