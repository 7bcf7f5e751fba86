import { type Bytes, textOf } from './scan.ts';

/** Limits of a set of strings, so that a hostile log cannot fill the memory with names. */
export interface StringLimits {
  count: number;
  bytes: number;
}

/** A set of strings as saved in the browser. */
export interface PackedStrings {
  bytes: Bytes;
  starts: Uint32Array;
  count: number;
  overflow: number;
  overflowed: number;
}

const LIMITS: StringLimits = { count: 16_000_000, bytes: 768 * 1024 * 1024 };

/**
 * Byte strings, each stored once and numbered from 1; 0 is the empty string. Strings beyond the limits are counted
 * and share the number `overflow`.
 */
export class Strings {
  /** Number that stands for all strings beyond the limits. */
  overflow = 0;
  overflowed = 0;
  count = 1;
  private bytes: Bytes = new Uint8Array(4096);
  /** String i occupies bytes starts[i] to starts[i + 1]. */
  private starts = new Uint32Array(256);
  private hashes = new Uint32Array(256);
  private table = new Int32Array(512);
  private readonly limits: StringLimits;

  constructor(limits: Partial<StringLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** Returns the number of these bytes. New bytes get the next number. */
  add(buf: Bytes, from: number, to: number): number {
    if (from >= to) return 0;
    const hash = hashOf(buf, from, to);
    const slot = this.slot(hash, buf, from, to);
    const found = this.table[slot] ?? 0;
    if (found !== 0) return found;
    if (this.full(to - from)) {
      this.overflowed++;
      return this.overflow;
    }
    return this.insert(slot, hash, buf, from, to);
  }

  /** The number of the bytes, or −1 if they are not stored. */
  find(buf: Bytes, from: number, to: number): number {
    if (from >= to) return 0;
    const found = this.table[this.slot(hashOf(buf, from, to), buf, from, to)] ?? 0;
    return found === 0 ? -1 : found;
  }

  addText(text: string): number {
    const bytes = new TextEncoder().encode(text);
    return this.add(bytes, 0, bytes.length);
  }

  /** The number of a text: 0 if empty, −1 if not stored. */
  findText(text: string): number {
    const bytes = new TextEncoder().encode(text);
    return this.find(bytes, 0, bytes.length);
  }

  /** The text of a number, '' if unknown. */
  text(id: number): string {
    return id <= 0 || id >= this.count
      ? ''
      : textOf(this.bytes, this.starts[id] ?? 0, this.starts[id + 1] ?? 0);
  }

  /** All stored bytes, for comparisons without creating strings. `start` and `end` give a string's position. */
  get arena(): Bytes {
    return this.bytes;
  }

  start(id: number): number {
    return this.starts[id] ?? 0;
  }

  end(id: number): number {
    return this.starts[id + 1] ?? 0;
  }

  /** Memory in bytes. */
  get size(): number {
    return this.bytes.byteLength + this.starts.byteLength + this.hashes.byteLength + this.table.byteLength;
  }

  trim(): void {
    this.bytes = this.bytes.slice(0, this.starts[this.count] ?? 0);
    this.starts = this.starts.slice(0, this.count + 2);
    this.hashes = this.hashes.slice(0, this.count + 2);
  }

  /** The data to save. Hashes are recomputed by `unpack`. */
  pack(): PackedStrings {
    const { bytes, starts, count, overflow, overflowed } = this;
    return { bytes, starts, count, overflow, overflowed };
  }

  /** Restores a packed set. Hashes are recomputed because the seed differs in every process. */
  static unpack({ bytes, starts, count, overflow, overflowed }: PackedStrings): Strings {
    const strings = new Strings();
    Object.assign(strings, { bytes, starts, count, overflow, overflowed });
    let slots = 512;
    while (count * 4 > slots * 3) slots *= 2;
    strings.table = new Int32Array(slots);
    strings.hashes = new Uint32Array(starts.length);
    for (let id = 1; id < count; id++) strings.hashes[id] = hashOf(bytes, strings.start(id), strings.end(id));
    strings.fillTable();
    return strings;
  }

  private full(length: number): boolean {
    const { count, bytes } = this.limits;
    return this.count >= count || (this.starts[this.count] ?? 0) + length > bytes;
  }

  private slot(hash: number, buf: Bytes, from: number, to: number): number {
    const { table, hashes } = this;
    const mask = table.length - 1;
    let slot = hash & mask;
    for (let id = table[slot] ?? 0; id !== 0; id = table[slot] ?? 0) {
      if (hashes[id] === hash && this.same(id, buf, from, to)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private same(id: number, buf: Bytes, from: number, to: number): boolean {
    const start = this.starts[id] ?? 0;
    const length = to - from;
    if ((this.starts[id + 1] ?? 0) - start !== length) return false;
    const { bytes } = this;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== buf[from + i]) return false;
    return true;
  }

  private insert(slot: number, hash: number, buf: Bytes, from: number, to: number): number {
    const id = this.count++;
    const start = this.starts[id] ?? 0;
    const end = start + to - from;
    if (end > this.bytes.length) this.growBytes(end);
    if (id + 2 > this.starts.length) this.growIds();
    for (let i = from, at = start; i < to; i++, at++) this.bytes[at] = buf[i] ?? 0;
    this.starts[id + 1] = end;
    this.hashes[id] = hash;
    this.table[slot] = id;
    if (this.count * 4 > this.table.length * 3) this.rehash();
    return id;
  }

  private growBytes(end: number): void {
    const { length } = this.bytes;
    const next = new Uint8Array(Math.max(end, length < 4_194_304 ? length * 2 : Math.ceil(length * 1.3)));
    next.set(this.bytes);
    this.bytes = next;
  }

  private growIds(): void {
    const { length } = this.starts;
    const capacity = length < 262_144 ? length * 2 : Math.ceil(length * 1.3);
    const starts = new Uint32Array(capacity);
    const hashes = new Uint32Array(capacity);
    starts.set(this.starts);
    hashes.set(this.hashes);
    this.starts = starts;
    this.hashes = hashes;
  }

  private rehash(): void {
    this.table = new Int32Array(this.table.length * 2);
    this.fillTable();
  }

  private fillTable(): void {
    const { table } = this;
    const mask = table.length - 1;
    for (let id = 1; id < this.count; id++) {
      let slot = (this.hashes[id] ?? 0) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id;
    }
  }
}

/** Start value of the hashes. It is random in every process, so that nobody can write a log whose names all get the same hash. */
const SEED = (Math.random() * 0x7fffffff) | 0;

export function hashOf(buf: Bytes, from: number, to: number): number {
  let hash = SEED ^ (to - from);
  for (let i = from; i < to; i++) {
    hash = Math.imul(hash ^ (buf[i] ?? 0), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0x85ebca6b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
