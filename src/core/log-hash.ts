import type { EventRecord } from '../protocol/events.ts';

/**
 * FNV-1a, 64 bits, of an event log: two machines that show the same hash have executed the same run. Not a
 * cryptographic hash: it guards against mistakes, not against people.
 *
 * The 64 bits are two whole numbers of 32; BigInt would be fifty times slower for a hash of every character.
 */
export interface LogHash {
  high: number;
  low: number;
}

/** The hash of no events. */
export function emptyLogHash(): LogHash {
  return { high: 0xcbf29ce4, low: 0x84222325 };
}

/** Adds one event with its place (number, instant, step), as JSON with ordered members and a line end. */
export function hashEvent(hash: LogHash, record: EventRecord): void {
  // Piece by piece: in a text that was put together engines may look for each character from its beginning. An event
  // that names ten thousand recipients took minutes.
  writeJson([record.n, record.at, record.step, record.event], (text) => hashText(hash, text));
  hashText(hash, '\n');
}

/** The hash as 16 hexadecimal digits. */
export function logHashText(hash: LogHash): string {
  return hex(hash.high) + hex(hash.low);
}

function hex(n: number): string {
  return (n >>> 0).toString(16).padStart(8, '0');
}

/** Adds text: UTF-16 code units, low byte first: names in events may come from a log in any language. */
export function hashText(hash: LogHash, text: string): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hashByte(hash, unit & 0xff);
    if (unit > 0xff) hashByte(hash, unit >> 8);
  }
}

/**
 * hash = (hash xor byte) × 1099511628211 mod 2^64; the prime is 2^40 + 0x1b3. Halves are kept as signed 32-bit
 * numbers, which engines hold without a box; `logHashText` makes them unsigned.
 */
function hashByte(hash: LogHash, byte: number): void {
  const low = (hash.low ^ byte) >>> 0;
  // low × 0x1b3 is below 2^41, so it is exact; what exceeds 32 bits carries over.
  const product = low * 0x1b3;
  const carry = (product / 0x1_0000_0000) | 0;
  hash.high = (Math.imul(hash.high, 0x1b3) + carry + (low << 8)) | 0;
  hash.low = product | 0;
}

/**
 * JSON with the members of every object in order of their names, so that what is written depends on the values alone. By
 * hand: half a million events are hashed when two runs are compared.
 */
function writeJson(value: unknown, write: (text: string) => void): void {
  if (typeof value === 'number') write(Number.isFinite(value) ? String(value) : 'null');
  else if (Array.isArray(value)) {
    write('[');
    for (let i = 0; i < value.length; i++) {
      if (i > 0) write(',');
      writeJson(value[i], write);
    }
    write(']');
  } else if (typeof value !== 'object' || value === null) write(JSON.stringify(value) ?? 'null');
  else writeMembers(value, write);
}

function writeMembers(value: object, write: (text: string) => void): void {
  let before = '{';
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    write(`${before}"${name}":`);
    before = ',';
    writeJson(member, write);
  }
  write(before === '{' ? '{}' : '}');
}
