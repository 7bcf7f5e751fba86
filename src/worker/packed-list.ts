import { type Column, columnAt, createColumn, pushColumn } from './column.ts';
import { createPacker, type Packer, packValue, rewindPacker, unpackValue } from './pack.ts';

/**
 * A list of plain records that only grows, packed into buffers of words. Any record can be read alone. When the list has
 * become larger than its limit, the oldest records are let go; the log makes them again by replaying from a keyframe.
 *
 * Records that come in hundreds of thousands have a form: each member has its place, so that packing one is a dozen
 * stores. All others are packed member by member (`pack.ts`), which costs ten times as much and needs no list of kinds.
 */
export interface PackedList<T> {
  /** Records ever added. */
  length: number;
  /** Records before this index have been let go. */
  first: number;
  /** Bytes that it may hold, about. */
  readonly limit: number;
  readonly forms: Forms<T>;
  readonly packer: Packer;
  /** The chunk that is being filled, and how many of its words are. */
  words: Int32Array;
  used: number;
  /** Full chunks by number; those that were let go are null. */
  chunks: (Int32Array | null)[];
  /** Bytes of the chunks that are there. */
  chunkBytes: number;
  /** Chunk × 2^16 + word, of each record. */
  offsets: Column;
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

const CHUNK_WORDS = 1 << 16;
/** Most branches are short: the first chunk grows. */
const FIRST_WORDS = 1 << 10;
const WORD_BYTES = 4;
/** A character of the dictionary, with its part of the string and of the map. */
const CHARACTER_BYTES = 4;

/** An empty list that keeps at most about `limit` bytes. */
export function createPackedList<T>(
  forms: Forms<T>,
  limit: number = Number.POSITIVE_INFINITY,
): PackedList<T> {
  return {
    length: 0,
    first: 0,
    limit,
    forms,
    packer: createPacker(),
    words: new Int32Array(FIRST_WORDS),
    used: 0,
    chunks: [],
    chunkBytes: 0,
    offsets: createColumn('u32'),
  };
}

/** Adds a record at the end and returns its form, 0 = none. What it holds is copied: the caller may change it afterwards. */
export function pushPacked<T>(list: PackedList<T>, value: T): number {
  const words = roomForForm(list);
  return addPacked(list, list.forms.write(words, list.used, value, list.packer), value);
}

/** The words to write the next record to, from `list.used` on, with room for any form. */
export function roomForForm<T>(list: PackedList<T>): Int32Array {
  if (list.used + FORM_WORDS > list.words.length) makeRoom(list, FORM_WORDS);
  return list.words;
}

/**
 * Books the record that was just written up to the word `end`, or adds the one that has no form (`end` 0). The log
 * calls its writers itself: an engine folds a function that it knows into the loop, but calls one found in an object.
 */
export function addPacked<T>(list: PackedList<T>, end: number, value: T): number {
  const last = end === 0 ? putPlain(list, value) : end;
  const start = list.used;
  pushColumn(list.offsets, list.chunks.length * CHUNK_WORDS + start);
  list.used = last;
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

/** Bytes that the list holds, in buffers and dictionary. */
export function packedBytes<T>({ chunkBytes, words, offsets, packer }: PackedList<T>): number {
  return chunkBytes + words.byteLength + offsets.data.byteLength + packer.characters * CHARACTER_BYTES;
}

/** Room for so many words in the chunk under way, or in the next one. Only a record alone makes a chunk longer. */
function makeRoom<T>(list: PackedList<T>, words: number): void {
  const wanted = list.used + words;
  const { length } = list.words;
  if (wanted <= length) return;
  if (wanted <= CHUNK_WORDS || list.used === 0) {
    const grown = new Int32Array(Math.max(Math.min(length * 2, CHUNK_WORDS), wanted));
    grown.set(list.words.subarray(0, list.used));
    list.words = grown;
  } else {
    seal(list);
    list.words = new Int32Array(Math.max(CHUNK_WORDS, words));
    list.used = 0;
  }
}

/** The full chunk is put by, and the oldest chunks go when there are too many. */
function seal<T>(list: PackedList<T>): void {
  list.chunks.push(list.words);
  list.chunkBytes += list.words.byteLength;
  for (let i = 0; i < list.chunks.length && packedBytes(list) > list.limit; i++) {
    const chunk = list.chunks[i];
    if (chunk === null || chunk === undefined) continue;
    list.chunks[i] = null;
    list.chunkBytes -= chunk.byteLength;
    while (list.first < list.length && columnAt(list.offsets, list.first) < (i + 1) * CHUNK_WORDS) {
      list.first++;
    }
  }
}

/** The record at an index; undefined outside the list, and for those that were let go. */
export function packedAt<T>(list: PackedList<T>, index: number): T | undefined {
  if (index < list.first || index >= list.length) return undefined;
  const { chunks, packer } = list;
  const place = columnAt(list.offsets, index);
  const chunk = Math.floor(place / CHUNK_WORDS);
  const words = chunk === chunks.length ? list.words : chunks[chunk];
  if (words === null || words === undefined) return undefined;
  const at = place % CHUNK_WORDS;
  if (words[at] !== NO_FORM) return list.forms.read(words, at, packer);
  const bytes = new Uint8Array(words.buffer, (at + 2) * WORD_BYTES, words[at + 1]);
  // Exactly what was pushed: only `pushPacked` writes, and nothing is changed in place.
  return unpackValue(packer, { bytes, offset: 0 }) as T;
}
