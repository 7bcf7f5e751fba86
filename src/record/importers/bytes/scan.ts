/**
 * Reading bytes without making strings of them. Positions are offsets into the buffer; `to` is one past the end; what is
 * not found is −1.
 */
export type Bytes = Uint8Array<ArrayBufferLike>;

export const SPACE = 32;
export const NEWLINE = 10;

/** The bytes of an ASCII text, for comparing. */
export function lit(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** True when these bytes stand at `from`. */
export function startsWith(buf: Bytes, from: number, to: number, what: Bytes): boolean {
  const { length } = what;
  if (to - from < length) return false;
  for (let i = 0; i < length; i++) if (buf[from + i] !== what[i]) return false;
  return true;
}

/** True when the text ends with these bytes. */
export function endsWith(buf: Bytes, from: number, to: number, what: Bytes): boolean {
  return to - from >= what.length && startsWith(buf, to - what.length, to, what);
}

/** Where a byte comes next. */
export function indexOfByte(buf: Bytes, from: number, to: number, byte: number): number {
  for (let i = from; i < to; i++) if (buf[i] === byte) return i;
  return -1;
}

/** Where a byte comes for the last time; -1 = nowhere. */
export function lastIndexOfByte(buf: Bytes, from: number, to: number, byte: number): number {
  for (let i = to - 1; i >= from; i--) if (buf[i] === byte) return i;
  return -1;
}

/** Where a text comes next. */
export function indexOfText(buf: Bytes, from: number, to: number, what: Bytes): number {
  const first = what[0];
  const last = to - what.length;
  for (let i = from; i <= last; i++) if (buf[i] === first && startsWith(buf, i, to, what)) return i;
  return -1;
}

/** Where a text comes for the last time. */
export function lastIndexOf(buf: Bytes, from: number, to: number, what: Bytes): number {
  const first = what[0];
  for (let i = to - what.length; i >= from; i--) {
    if (buf[i] === first && startsWith(buf, i, to, what)) return i;
  }
  return -1;
}

/** Whether a byte is a digit of ASCII; undefined is what stands behind the end. */
export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;

/** The digits at `from` as a number; reads at most 16 of them, as many as microseconds since 1970 have. */
export function readInteger(buf: Bytes, from: number, to: number): number {
  let value = 0;
  const end = Math.min(to, from + 16);
  for (let i = from; i < end; i++) {
    const digit = (buf[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return value;
}

/** Where the digits at `from` end. */
export function digitsEnd(buf: Bytes, from: number, to: number): number {
  let i = from;
  while (i < to && isDigit(buf[i])) i++;
  return i;
}

const decoder = new TextDecoder();

/** The text of some bytes; what is not valid UTF-8 becomes U+FFFD. */
export function textOf(buf: Bytes, from: number, to: number): string {
  return decoder.decode(buf.subarray(from, to));
}

/** A number as printf writes it (%g, %d, exponent, sign); NaN when it is none. For what is rare. */
export function readNumber(buf: Bytes, from: number, to: number): number {
  const text = textOf(buf, from, Math.min(to, from + 40));
  return /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

/** Whether a byte is a digit or a letter of ASCII. */
export function isWord(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}
