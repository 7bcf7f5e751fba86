import { type Bytes, indexOfByte, NEWLINE } from '../bytes/scan.ts';
import type { Entry } from './json.ts';

/** Longer entries are skipped. The journal allows 64 MB per field, but a mail server never writes entries this long. */
const ENTRY_MAX = 1_048_576;

/**
 * Reads one entry of `journalctl -o export` at `from`: `NAME=value` lines up to an empty line. A value that is not
 * plain text comes as `NAME`, newline, its length in eight bytes (little-endian), the value, newline.
 *
 * @returns Where the entry ends; −1 if more bytes are needed; −2 if the entry is too long to keep.
 */
export function readExport(buf: Bytes, from: number, to: number, last: boolean, entry: Entry): number {
  entry.clear();
  let at = from;
  while (at < to) {
    if (buf[at] === NEWLINE) return at + 1;
    const end = indexOfByte(buf, at, to, NEWLINE);
    if (end < 0) break;
    const equals = indexOfByte(buf, at, end, 61);
    if (equals >= 0) {
      put(buf, at, equals, equals + 1, end, entry);
      at = end + 1;
      continue;
    }
    const data = end + 9;
    const length = data <= to ? littleEnd(buf, end + 1) : Number.NaN;
    if (!(data + length <= to)) break;
    put(buf, at, end, data, data + length, entry);
    at = data + length + 1;
  }
  if (last) return to;
  return to - from > ENTRY_MAX ? -2 : -1;
}

function put(buf: Bytes, nameFrom: number, nameTo: number, from: number, to: number, entry: Entry): void {
  const field = entry.open(buf, nameFrom, nameTo);
  if (field === null) return;
  for (let at = from; at < to; at++) entry.put(field, buf[at] ?? 0);
}

function littleEnd(buf: Bytes, at: number): number {
  let value = 0;
  for (let i = 7; i >= 0; i--) value = value * 256 + (buf[at + i] ?? 0);
  return value;
}
