import { columnAt, createWords, pushWord, type WordColumn } from './column.ts';
import { createPacker, type Packer, packValue, rewindPacker, unpackValue } from './pack.ts';

/**
 * A growing list of plain records, packed into a buffer of words. Each record can be read alone.
 *
 * Frequent records have a form, in which each member has a fixed place, so packing takes about a dozen writes. Other
 * records are packed member by member (`pack.ts`), which costs ten times as much but works for every kind.
 */
export interface PackedList<T> {
  length: number;
  readonly forms: Forms<T>;
  /** Dictionary of texts. Lists of the same kind share one. */
  readonly packer: Packer;
  words: Int32Array;
  used: number;
  readonly offsets: WordColumn;
}

/** Forms of records. The first word of a record is the number of its form, from 1. */
export interface Forms<T> {
  /** Writes a record at `words[at]`, at most `FORM_WORDS` words. Returns the offset after it, or 0 if it has no form. */
  write(words: Int32Array, at: number, value: T, packer: Packer): number;
  read(words: Int32Array, at: number, packer: Packer): T;
}

/** Largest number of words of a record in a form. */
export const FORM_WORDS = 40;
/** Stands in place of the number of a form; then come the number of bytes and the bytes. */
const NO_FORM = 0;

const FIRST_WORDS = 1 << 10;
const WORD_BYTES = 4;

export function createPackedList<T>(forms: Forms<T>, packer: Packer = createPacker()): PackedList<T> {
  return { length: 0, forms, packer, words: new Int32Array(FIRST_WORDS), used: 0, offsets: createWords() };
}

/** Appends a copy of a record. Returns its form, 0 = none. */
export function pushPacked<T>(list: PackedList<T>, value: T): number {
  makeRoom(list, FORM_WORDS);
  const start = list.used;
  const end = list.forms.write(list.words, start, value, list.packer);
  pushWord(list.offsets, start);
  list.used = end === 0 ? putPlain(list, value) : end;
  list.length++;
  return list.words[start]!;
}

/** Writes a record member by member at `list.used`. Returns the offset after it. */
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

export function trimPacked<T>(list: PackedList<T>): void {
  list.words = list.words.slice(0, list.used);
  list.offsets.data = list.offsets.data.slice(0, Math.max(1, list.length));
}

/** Bytes of the list's buffers, without the dictionary. */
export function packedBytes<T>({ words, offsets }: PackedList<T>): number {
  return words.byteLength + offsets.data.byteLength;
}

export function packedAt<T>(list: PackedList<T>, index: number): T | undefined {
  if (index < 0 || index >= list.length) return undefined;
  const { words, packer } = list;
  const at = columnAt(list.offsets, index);
  if (words[at] !== NO_FORM) return list.forms.read(words, at, packer);
  const bytes = new Uint8Array(words.buffer, (at + 2) * WORD_BYTES, words[at + 1]);
  // Only `pushPacked` writes, and nothing is changed in place, so the type is that of the pushed value.
  return unpackValue(packer, { bytes, offset: 0 }) as T;
}
