/**
 * One answer of one phone as seven letters that can be said, typed and shown as a QR code: `K7M-4QXD`. Two letters say which
 * question, four the answer and the phone, the last one checks the others.
 */
import { seedOf } from '../questions/draw.ts';

/** Base 32 of Crockford: no letter of it is taken for another on a screen. Small letters, O, I and L are understood too. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 7;
/** Phones that can be told apart: in a class of thirty two have the same number once in 300 times. */
export const PHONES = 2 ** 17;

/** What a code says. */
export interface CodedAnswer {
  /** Of the question (`questionTag`): ten bits, so a code of another question fits by chance once in a thousand. */
  tag: number;
  /** Place of the answer among the choices, from 0 to 7. */
  place: number;
  /** Drawn once by the phone, from 0 to `PHONES` − 1: an answer given later replaces the earlier one. */
  phone: number;
}

/** A code that was typed, pasted or seen by the camera. */
export type ReadCode =
  | ({ ok: true; code: string } & CodedAnswer)
  | {
      ok: false;
      text: string;
      /** `length`: letters are missing or too many; `letters`: one that no code has; `damaged`: the check does not fit. */
      fault: 'length' | 'letters' | 'damaged';
    };

/** The tag of a question, from the part of its address that names it. */
export function questionTag(address: string): number {
  return seedOf(address) >>> 22;
}

/*
 * Answer and phone are mixed by a multiplication, so that no student reads a neighbour's answer off the first letter. The product
 * of the two factors is 1 modulo 2²⁰.
 */
const MIX = 0x9e377;
const UNMIX = 0x3e647;
const MIXED_MASK = 2 ** 20 - 1;

/** The code of an answer, with a hyphen in it to be read by people. */
export function answerCode({ tag, place, phone }: CodedAnswer): string {
  const mixed = Math.imul(place * PHONES + phone, MIX) & MIXED_MASK;
  const numbers = [tag >> 5, tag & 31, mixed >> 15, (mixed >> 10) & 31, (mixed >> 5) & 31, mixed & 31];
  const code = [...numbers, timesAlpha(remainder(numbers))].map((n) => LETTERS[n] ?? '').join('');
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

/** Every code in a text, whatever stands between them; what is none is named. Hyphens and one space inside are allowed. */
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
 * The letters as a polynomial over the field of 32 elements, at its generator. Each place has another weight, so one letter
 * that is wrong and two that are exchanged are always found; of other damage 31 cases of 32.
 */
function remainder(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => timesAlpha(sum) ^ n, 0);
}

/** Times the generator, modulo x⁵ + x² + 1. */
function timesAlpha(n: number): number {
  return (n << 1) ^ (n > 15 ? 0x25 : 0);
}
