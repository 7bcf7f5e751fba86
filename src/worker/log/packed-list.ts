import { columnAt, createWords, pushWord, type WordColumn } from './column.ts';
import { createPacker, type Packer, packValue, rewindPacker, unpackValue } from './pack.ts';

/**
 * A list of plain records that only grows, packed into a buffer of words. Any record can be read alone.
 *
 * Records that come in hundreds of thousands have a form: each member has its place, so that packing one is a dozen
 * stores. All others are packed member by member (`pack.ts`), which costs ten times as much and needs no list of kinds.
 */
export interface PackedList<T> {
  length: number;
  readonly forms: Forms<T>;
  /** Dictionary of the texts; lists of the same records share one. */
  readonly packer: Packer;
  words: Int32Array;
  /** How many of the words are in use. */
  used: number;
  /** Where each record begins. */
  readonly offsets: WordColumn;
}

/** Records with a form. Their first word is the number of the form, from 1. */
export interface Forms<T> {
  /** Writes a record from `words[at]` on, at most `FORM_WORDS`; the word after it, or 0 when it has no form. */
  write(words: Int32Array, at: number, value: T, packer: Packer): number;
  /** The record as it was written. */
  read(words: Int32Array, at: number, packer: Packer): T;
}

/** Longest form. */
export const FORM_WORDS = 40;
/** Number in the place of a form: how many bytes follow, then the bytes. */
const NO_FORM = 0;

const FIRST_WORDS = 1 << 10;
const WORD_BYTES = 4;

/** An empty list. */
export function createPackedList<T>(forms: Forms<T>, packer: Packer = createPacker()): PackedList<T> {
  return { length: 0, forms, packer, words: new Int32Array(FIRST_WORDS), used: 0, offsets: createWords() };
}

/** Adds a record at the end and returns its form, 0 = none. What it holds is copied: the caller may change it afterwards. */
export function pushPacked<T>(list: PackedList<T>, value: T): number {
  makeRoom(list, FORM_WORDS);
  const start = list.used;
  const end = list.forms.write(list.words, start, value, list.packer);
  pushWord(list.offsets, start);
  list.used = end === 0 ? putPlain(list, value) : end;
  list.length++;
  return list.words[start]!;
}

/** Writes a record member by member, from `list.used` on, and returns the word after it. */
function putPlain<T>(list: PackedList<T>, value: T): number {
  const { packer } = list;
  rewindPacker(packer);
  packValue(packer, value);
  const count = 2 + Math.ceil(packer.length / WORD_BYTES);
  makeRoom(list, count);
  const { words, used } = list;
  words[used] = NO_FORM;
  words[used + 1] = packer.length;
  new Uint8Array(words.buffer, (used + 2) * WORD_BYTES).set(packer.bytes.subarray(0, packer.length));
  return used + count;
}

function makeRoom<T>(list: PackedList<T>, words: number): void {
  const wanted = list.used + words;
  const { length } = list.words;
  if (wanted <= length) return;
  const grown = new Int32Array(Math.max(length * 2, wanted));
  grown.set(list.words.subarray(0, list.used));
  list.words = grown;
}

/** Gives back the room that a finished list has left over. */
export function trimPacked<T>(list: PackedList<T>): void {
  list.words = list.words.slice(0, list.used);
  list.offsets.data = list.offsets.data.slice(0, Math.max(1, list.length));
}

/** Bytes of the list's buffers, without the dictionary. */
export function packedBytes<T>({ words, offsets }: PackedList<T>): number {
  return words.byteLength + offsets.data.byteLength;
}

/** The record at an index; undefined outside the list. */
export function packedAt<T>(list: PackedList<T>, index: number): T | undefined {
  if (index < 0 || index >= list.length) return undefined;
  const { words, packer } = list;
  const at = columnAt(list.offsets, index);
  if (words[at] !== NO_FORM) return list.forms.read(words, at, packer);
  const bytes = new Uint8Array(words.buffer, (at + 2) * WORD_BYTES, words[at + 1]);
  // Exactly what was pushed: only `pushPacked` writes, and nothing is changed in place.
  return unpackValue(packer, { bytes, offset: 0 }) as T;
}
