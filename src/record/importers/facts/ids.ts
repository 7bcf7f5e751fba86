import { MICROS_PER_SECOND, type EpochMicros } from '../../../protocol/units.ts';
import { type Bytes } from '../bytes/scan.ts';

/** Letters of queue ids as bits: 1 uppercase hexadecimal, 2 alphabet of long ids (no vowels), 4 the `z` of a long id. */
const KIND = new Uint8Array(256);
for (const letter of '0123456789ABCDEF') KIND[letter.charCodeAt(0)] = 1;
for (const letter of '0123456789BCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz') {
  KIND[letter.charCodeAt(0)] = (KIND[letter.charCodeAt(0)] ?? 0) | 2;
}
KIND[122] = 6;

/** Longest accepted queue id, in characters. Real ids, made of the time and the inode number, are shorter. */
const LENGTH_MAX = 40;

/**
 * End of the queue id at `from`, which `: ` must follow; −1 if there is none. A short id has six or more uppercase
 * hexadecimal digits; a long id has twelve or more letters of its alphabet, one of them a `z`.
 */
export function queueIdEnd(buf: Bytes, from: number, to: number): number {
  let all = 3;
  let z = 0;
  const last = Math.min(to, from + LENGTH_MAX);
  let at = from;
  for (; at < last; at++) {
    const kind = KIND[buf[at] ?? 0] ?? 0;
    if (kind === 0) break;
    all &= kind;
    z |= kind & 4;
  }
  if (buf[at] !== 58 || buf[at + 1] !== 32) return -1;
  const length = at - from;
  if ((all & 1) !== 0) return length >= 6 ? at : -1;
  return (all & 2) !== 0 && z !== 0 && length >= 12 ? at : -1;
}

const LONG = '0123456789BCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz';

/** Time at which a long queue id was created, in whole microseconds since 1970. Null for a short id. */
export function queueIdTime(id: string): EpochMicros | null {
  const z = id.lastIndexOf('z');
  if (id.length < 12 || z < 10) return null;
  const seconds = base52(id.slice(0, z - 4));
  const micros = base52(id.slice(z - 4, z));
  return seconds < 0 || micros < 0 || micros >= MICROS_PER_SECOND
    ? null
    : seconds * MICROS_PER_SECOND + micros;
}

function base52(text: string): number {
  let value = 0;
  for (const letter of text) {
    const digit = LONG.indexOf(letter);
    if (digit < 0) return -1;
    value = value * 52 + digit;
  }
  return value;
}
