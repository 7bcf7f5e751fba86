import { type Bytes, indexOfByte, lit, readInteger, startsWith } from '../bytes/scan.ts';
import { readHeader, setText } from './header.ts';
import type { Line } from './line.ts';
import type { StampReader } from './stamp.ts';

/** The relevant fields of a journal entry and of a container's log file. */
const FIELDS = [
  ['MESSAGE', 'message'],
  ['SYSLOG_IDENTIFIER', 'tag'],
  ['SYSLOG_PID', 'pid'],
  ['_PID', 'ownPid'],
  ['_HOSTNAME', 'host'],
  ['__REALTIME_TIMESTAMP', 'received'],
  ['_SOURCE_REALTIME_TIMESTAMP', 'sent'],
  ['log', 'log'],
  ['time', 'stamp'],
] as const;

type Field = (typeof FIELDS)[number][1];
const NAMES = FIELDS.map(([name, field]) => ({ name: lit(name), field }));

/** Longest field in bytes. The rest is cut. */
const TEXT_MAX = 65_536;

/** Collects the fields of a journal entry, which come in any order, and builds a line from them. */
export class Entry {
  private readonly bytes: Bytes = new Uint8Array(TEXT_MAX * (FIELDS.length + 1));
  private used = 0;
  private readonly from: Partial<Record<Field, number>> = {};
  private readonly to: Partial<Record<Field, number>> = {};
  private readonly stampLine: Line;

  constructor(line: Line) {
    this.stampLine = line;
  }

  clear(): void {
    this.used = 0;
    for (const { field } of NAMES) delete this.from[field];
  }

  /** Starts a field. Null if the field is not needed. */
  open(buf: Bytes, from: number, to: number): Field | null {
    for (const { name, field } of NAMES) {
      if (name.length === to - from && startsWith(buf, from, to, name)) {
        this.from[field] = this.used;
        this.to[field] = this.used;
        return field;
      }
    }
    return null;
  }

  put(field: Field, byte: number): void {
    const end = this.to[field] ?? 0;
    if (end - (this.from[field] ?? 0) >= TEXT_MAX) return;
    this.bytes[end] = byte;
    this.to[field] = end + 1;
    this.used = end + 1;
  }

  /** Builds the line from the fields. Returns false if the entry is not a log line. */
  line(stamps: StampReader): boolean {
    const { from, to, bytes, stampLine: line } = this;
    if (from.log !== undefined) return this.wrapped(stamps);
    const sent = from.sent === undefined ? 'received' : 'sent';
    const { message, tag } = from;
    if (message === undefined || tag === undefined || from[sent] === undefined) return false;
    const pid = from.pid === undefined ? 'ownPid' : 'pid';
    line.buf = bytes;
    line.times = 1;
    line.time = readInteger(bytes, from[sent] ?? 0, to[sent] ?? 0);
    line.resolution = 1;
    line.hostFrom = from.host ?? 0;
    line.hostTo = from.host === undefined ? 0 : (to.host ?? 0);
    line.tagFrom = tag;
    line.tagTo = to.tag ?? tag;
    line.pid = from[pid] === undefined ? 0 : readInteger(bytes, from[pid] ?? 0, to[pid] ?? 0);
    setText(bytes, message, to.message ?? message, line);
    return line.time > 0;
  }

  /** `{"log":"Nov 22 … ","stream":"stdout","time":"2026-…Z"}`: uses the runtime's stamp, because it has the date. */
  private wrapped(stamps: StampReader): boolean {
    const { from, to, bytes, stampLine: line } = this;
    const start = from.log ?? 0;
    let end = to.log ?? 0;
    while (end > start && (bytes[end - 1] === 10 || bytes[end - 1] === 13)) end--;
    const { yearless, zoneless } = stamps;
    if (!readHeader(bytes, start, end, stamps, line)) return false;
    if (from.stamp === undefined) return true;
    stamps.yearless = yearless;
    stamps.zoneless = zoneless;
    if (stamps.read(bytes, from.stamp, to.stamp ?? 0) < 0) return true;
    line.time = stamps.time;
    line.resolution = stamps.resolution;
    return true;
  }
}

/** One JSON object per line. A line cut off in the middle is read up to the cut. */
export function readJson(buf: Bytes, from: number, to: number, stamps: StampReader, entry: Entry): boolean {
  entry.clear();
  let at = from + 1;
  while (at < to) {
    const open = indexOfByte(buf, at, to, 34);
    if (open < 0) break;
    const close = stringEnd(buf, open + 1, to);
    at = close + 1;
    while (at < to && (buf[at] === 32 || buf[at] === 58)) at++;
    const field = entry.open(buf, open + 1, close);
    at = readValue(buf, at, to, field, entry);
  }
  return entry.line(stamps);
}

/** Reads a value into a field, or skips it. Returns where it ends. */
function readValue(buf: Bytes, from: number, to: number, field: Field | null, entry: Entry): number {
  if (buf[from] === 34) {
    const end = stringEnd(buf, from + 1, to);
    if (field !== null) unescape(buf, from + 1, end, field, entry);
    return end + 1;
  }
  if (buf[from] === 91 && field !== null) return readByteArray(buf, from + 1, to, field, entry);
  return skipValue(buf, from, to, field, entry);
}

/** Journald writes a message that is not UTF-8 as a list of its bytes. */
function readByteArray(buf: Bytes, from: number, to: number, field: Field, entry: Entry): number {
  let at = from;
  while (at < to && buf[at] !== 93) {
    const digit = (buf[at] ?? 0) - 48;
    if (digit >= 0 && digit <= 9) {
      entry.put(field, readInteger(buf, at, to) & 255);
      while (at < to && (buf[at] ?? 0) >= 48 && (buf[at] ?? 0) <= 57) at++;
    } else at++;
  }
  return at + 1;
}

/** Skips a number, a word, a list or an object. A number is stored in its field. */
function skipValue(buf: Bytes, from: number, to: number, field: Field | null, entry: Entry): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const byte = buf[at] ?? 0;
    if (byte === 34) at = stringEnd(buf, at + 1, to);
    else if (byte === 91 || byte === 123) depth++;
    else if (byte === 93 || byte === 125) depth--;
    else if (byte === 44 && depth <= 0) return at + 1;
    else if (field !== null && byte >= 48 && byte <= 57) entry.put(field, byte);
  }
  return to;
}

function stringEnd(buf: Bytes, from: number, to: number): number {
  let at = from;
  while (at < to && buf[at] !== 34) at += buf[at] === 92 ? 2 : 1;
  return Math.min(at, to);
}

const ESCAPES: Readonly<Record<number, number>> = { 98: 8, 102: 12, 110: 10, 114: 13, 116: 9 };

function unescape(buf: Bytes, from: number, to: number, field: Field, entry: Entry): void {
  for (let at = from; at < to; at++) {
    const byte = buf[at] ?? 0;
    if (byte !== 92) {
      entry.put(field, byte);
      continue;
    }
    const kind = buf[++at] ?? 0;
    if (kind === 117) {
      putCode(Number.parseInt(String.fromCharCode(...buf.subarray(at + 1, at + 5)), 16), field, entry);
      at += 4;
    } else entry.put(field, ESCAPES[kind] ?? kind);
  }
}

/** A UTF-16 unit as UTF-8. Surrogates are encoded one by one: texts with such letters are never compared letter by letter. */
function putCode(code: number, field: Field, entry: Entry): void {
  if (!(code >= 0)) return;
  if (code < 0x80) entry.put(field, code);
  else if (code < 0x800) {
    entry.put(field, 0xc0 | (code >> 6));
    entry.put(field, 0x80 | (code & 63));
  } else {
    entry.put(field, 0xe0 | (code >> 12));
    entry.put(field, 0x80 | ((code >> 6) & 63));
    entry.put(field, 0x80 | (code & 63));
  }
}
