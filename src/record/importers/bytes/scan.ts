/** Parsing of bytes without creating strings. Positions are offsets into the buffer, `to` is exclusive, −1 = not found. */
export type Bytes = Uint8Array<ArrayBufferLike>;

export const SPACE = 32;
export const NEWLINE = 10;

export function lit(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export function startsWith(buf: Bytes, from: number, to: number, what: Bytes): boolean {
  const { length } = what;
  if (to - from < length) return false;
  for (let i = 0; i < length; i++) if (buf[from + i] !== what[i]) return false;
  return true;
}

export function endsWith(buf: Bytes, from: number, to: number, what: Bytes): boolean {
  return to - from >= what.length && startsWith(buf, to - what.length, to, what);
}

export function indexOfByte(buf: Bytes, from: number, to: number, byte: number): number {
  for (let i = from; i < to; i++) if (buf[i] === byte) return i;
  return -1;
}

export function lastIndexOfByte(buf: Bytes, from: number, to: number, byte: number): number {
  for (let i = to - 1; i >= from; i--) if (buf[i] === byte) return i;
  return -1;
}

export function indexOfText(buf: Bytes, from: number, to: number, what: Bytes): number {
  const first = what[0];
  const last = to - what.length;
  for (let i = from; i <= last; i++) if (buf[i] === first && startsWith(buf, i, to, what)) return i;
  return -1;
}

export function lastIndexOf(buf: Bytes, from: number, to: number, what: Bytes): number {
  const first = what[0];
  for (let i = to - what.length; i >= from; i--) {
    if (buf[i] === first && startsWith(buf, i, to, what)) return i;
  }
  return -1;
}

/** True for the ASCII digits 0 to 9. Past the end of the buffer `byte` is undefined. */
export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;

/** The digits at `from` as a number. Reads at most 16 digits, as many as microseconds since 1970 have. */
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

export function digitsEnd(buf: Bytes, from: number, to: number): number {
  let i = from;
  while (i < to && isDigit(buf[i])) i++;
  return i;
}

const decoder = new TextDecoder();

/** Decodes bytes as UTF-8. Invalid bytes become U+FFFD. */
export function textOf(buf: Bytes, from: number, to: number): string {
  return decoder.decode(buf.subarray(from, to));
}

/**
 * Reads a number as printf prints it (%g or %d, with exponent and sign); NaN for any other text. Slow: use it for rare
 * values only.
 */
export function readNumber(buf: Bytes, from: number, to: number): number {
  const text = textOf(buf, from, Math.min(to, from + 40));
  return /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

/** True for ASCII letters and digits. */
export function isWord(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}
