import type { EventRecord } from '../protocol/events.ts';

/**
 * 64-bit FNV-1a hash of an event log: equal hashes mean that two machines executed the same run. It detects mistakes, not
 * manipulation.
 *
 * The 64 bits are two 32-bit integers: BigInt would be 50 times slower, as every character is hashed.
 */
export interface LogHash {
  high: number;
  low: number;
}

export function emptyLogHash(): LogHash {
  return { high: 0xcbf29ce4, low: 0x84222325 };
}

/** Adds one event with its number, instant and step to the hash, as JSON with sorted members and a line feed. */
export function hashEvent(hash: LogHash, record: EventRecord): void {
  // Hashes the JSON piece by piece. Engines can be slow to index into a concatenated string: an event with ten thousand
  // recipients took minutes.
  writeJson([record.n, record.at, record.step, record.event], (text) => hashText(hash, text));
  hashText(hash, '\n');
}

export function logHashText(hash: LogHash): string {
  return hex(hash.high) + hex(hash.low);
}

function hex(n: number): string {
  return (n >>> 0).toString(16).padStart(8, '0');
}

/** Adds both bytes of each UTF-16 unit, low byte first, because names in events may come from a log in any language. */
export function hashText(hash: LogHash, text: string): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hashByte(hash, unit & 0xff);
    if (unit > 0xff) hashByte(hash, unit >> 8);
  }
}

/**
 * hash = (hash xor byte) × 1099511628211 mod 2^64. The prime is 2^40 + 0x1b3. `high` and `low` are signed 32-bit integers,
 * which JavaScript engines store without a heap object; `logHashText` makes them unsigned.
 */
function hashByte(hash: LogHash, byte: number): void {
  const low = (hash.low ^ byte) >>> 0;
  // low × 0x1b3 is below 2^41, so it is exact. The bits above 32 carry over.
  const product = low * 0x1b3;
  const carry = (product / 0x1_0000_0000) | 0;
  hash.high = (Math.imul(hash.high, 0x1b3) + carry + (low << 8)) | 0;
  hash.low = product | 0;
}

/**
 * Writes JSON with sorted members, so the text depends on the values alone. Written by hand for speed: comparing two runs can
 * hash half a million events.
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
