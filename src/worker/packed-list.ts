import type { Micros } from '../protocol/units.ts';
import { type Column, columnAt, createColumn, pushColumn } from './column.ts';
import { createPacker, type Packer, packValue, resetPacker, unpackValue } from './pack.ts';

/**
 * A list of plain records that only grows, packed into buffers; each has its instant and step, and one value. Any record
 * can be read alone. When it has become larger than its limit, the oldest records are let go; the log makes them again
 * by replaying from a keyframe.
 */
export interface PackedList<T> {
  /** Records ever added. */
  length: number;
  /** Records before this index have been let go. */
  first: number;
  /** Bytes in buffers and dictionary. */
  bytes: number;
  readonly limit: number;
  /** Its buffer is the chunk that is being filled. */
  readonly packer: Packer;
  /** Full chunks by number; those that were let go are null. */
  chunks: (Uint8Array | null)[];
  /** Chunk × 2^18 + offset, of each record. */
  offsets: Column;
  /** What a record is made of, to keep the type. */
  readonly of?: T;
}

/** A record of a list. */
export interface Packed<T> {
  at: Micros;
  step: number;
  value: T;
}

/** Records begin below this offset of a chunk; the last one may reach beyond. */
const CHUNK_BYTES = 1 << 18;
const CHUNK_ROOM = CHUNK_BYTES + 4096;
/** A character of the dictionary, with its part of the string and of the map. */
const CHARACTER_BYTES = 4;

/** An empty list that keeps at most about `limit` bytes. */
export function createPackedList<T>(limit: number = Number.POSITIVE_INFINITY): PackedList<T> {
  return {
    length: 0,
    first: 0,
    bytes: 0,
    limit,
    // Most branches are short: the first buffer grows.
    packer: createPacker(4096),
    chunks: [],
    offsets: createColumn('u32'),
  };
}

/** Adds a record at the end. What it holds is copied: the caller may change it afterwards. */
export function pushPacked<T>(list: PackedList<T>, at: Micros, step: number, value: T): void {
  const { packer } = list;
  if (packer.length >= CHUNK_BYTES) seal(list);
  const start = packer.length;
  const before = packer.characters;
  pushColumn(list.offsets, list.chunks.length * CHUNK_BYTES + start);
  packValue(packer, at);
  packValue(packer, step);
  packValue(packer, value);
  list.length++;
  list.bytes += 4 + packer.length - start + (packer.characters - before) * CHARACTER_BYTES;
}

/** The full buffer becomes a chunk, and the oldest chunks go when there are too many. */
function seal<T>(list: PackedList<T>): void {
  const { packer } = list;
  list.chunks.push(packer.bytes.slice(0, packer.length));
  resetPacker(packer, CHUNK_ROOM);
  for (let i = 0; list.bytes > list.limit && i < list.chunks.length; i++) {
    const chunk = list.chunks[i];
    if (chunk === null || chunk === undefined) continue;
    list.bytes -= chunk.length;
    list.chunks[i] = null;
    while (list.first < list.length && columnAt(list.offsets, list.first) < (i + 1) * CHUNK_BYTES) {
      list.first++;
    }
  }
}

/** The record at an index; undefined outside the list, and for those that were let go. */
export function packedAt<T>(list: PackedList<T>, index: number): Packed<T> | undefined {
  if (index < list.first || index >= list.length) return undefined;
  const { packer, chunks } = list;
  const place = columnAt(list.offsets, index);
  const chunk = Math.floor(place / CHUNK_BYTES);
  const bytes = chunk === chunks.length ? packer.bytes : chunks[chunk];
  if (bytes === null || bytes === undefined) return undefined;
  const reader = { bytes, offset: place % CHUNK_BYTES };
  // Exactly what was pushed: only `pushPacked` writes, and nothing is changed in place.
  const at = unpackValue(packer, reader) as number;
  const step = unpackValue(packer, reader) as number;
  return { at, step, value: unpackValue(packer, reader) as T };
}

/** Records `from` up to `to` (not included), without those that were let go. */
export function packedSlice<T>(list: PackedList<T>, from: number, to: number): Packed<T>[] {
  const records: Packed<T>[] = [];
  for (let i = Math.max(from, list.first); i < Math.min(to, list.length); i++) {
    const record = packedAt(list, i);
    if (record !== undefined) records.push(record);
  }
  return records;
}
