import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import {
  type Bytes,
  digitsEnd,
  indexOfByte,
  isDigit,
  lit,
  readInteger,
  startsWith,
  textOf,
} from '../bytes/scan.ts';
import { readHeader, setText } from './header.ts';
import type { Line } from './line.ts';
import type { StampReader } from './stamp.ts';

/**
 * The relevant fields of a journal entry, of a container's log file, and of the programs that collect logs: Logstash,
 * Filebeat, Fluentd, Fluent Bit, rsyslog, syslog-ng, Vector, Graylog. If an entry has several names of one field, the
 * first in this list counts.
 */
const FIELDS = [
  ['MESSAGE', 'message'],
  ['message', 'message'],
  ['msg', 'message'],
  ['short_message', 'message'],
  ['event.original', 'message'],
  ['textPayload', 'message'],
  ['SYSLOG_IDENTIFIER', 'tag'],
  ['syslogtag', 'tagged'],
  ['tag', 'tagged'],
  ['program', 'tag'],
  ['programname', 'tag'],
  ['ident', 'tag'],
  ['process.name', 'tag'],
  ['appname', 'tag'],
  ['app-name', 'tag'],
  ['app_name', 'tag'],
  ['APP-NAME', 'tag'],
  ['PROGRAM', 'tag'],
  ['syslog_program', 'tag'],
  ['syslog.appname', 'tag'],
  ['log.syslog.appname', 'tag'],
  ['_application_name', 'tag'],
  ['application_name', 'tag'],
  ['process', 'tag'],
  ['SYSLOG_PID', 'pid'],
  ['pid', 'pid'],
  ['procid', 'pid'],
  ['PID', 'pid'],
  ['process.pid', 'pid'],
  ['syslog_pid', 'pid'],
  ['process_id', 'pid'],
  ['_process_id', 'pid'],
  ['syslog.procid', 'pid'],
  ['log.syslog.procid', 'pid'],
  ['_PID', 'ownPid'],
  ['_HOSTNAME', 'host'],
  ['hostname', 'host'],
  ['host.hostname', 'host'],
  ['host.name', 'host'],
  ['host', 'host'],
  ['logsource', 'host'],
  ['syslog_hostname', 'host'],
  ['log.syslog.hostname', 'host'],
  ['HOST', 'host'],
  ['__REALTIME_TIMESTAMP', 'received'],
  ['_SOURCE_REALTIME_TIMESTAMP', 'sent'],
  ['log', 'log'],
  ['time', 'stamp'],
  ['timereported', 'stamp'],
  ['syslog_timestamp', 'stamp'],
  ['ISODATE', 'stamp'],
  ['R_ISODATE', 'stamp'],
  ['timestamp', 'stamp'],
  ['@timestamp', 'stamp'],
  ['eventTime', 'stamp'],
  ['date', 'stamp'],
  ['DATE', 'stamp'],
  ['ts', 'stamp'],
] as const;

/**
 * WRAPPERS: objects whose fields count as the entry's own. PARENTS: objects whose name is put in front of their fields'
 * names.
 */
const WRAPPERS = ['_source', 'jsonPayload', 'fields', 'record'].map(lit);
const PARENTS = ['host', 'process', 'event', 'syslog', 'log'].map(lit);

type Field = (typeof FIELDS)[number][1];
const NAMES = FIELDS.map(([name, field], rank) => ({ name: lit(name), field, rank }));
const FIELD_NAMES = [...new Set(FIELDS.map(([, field]) => field))];

/** Longest field in bytes. The rest is cut. */
const TEXT_MAX = 65_536;

/** Collects the fields of a journal entry, which come in any order, and builds a line from them. */
export class Entry {
  private readonly bytes: Bytes = new Uint8Array(TEXT_MAX * (FIELD_NAMES.length + 1));
  private used = 0;
  private readonly from: Partial<Record<Field, number>> = {};
  private readonly to: Partial<Record<Field, number>> = {};
  /** Rank of the name that filled a field. */
  private readonly rank: Partial<Record<Field, number>> = {};
  private readonly stampLine: Line;

  constructor(line: Line) {
    this.stampLine = line;
  }

  clear(): void {
    this.used = 0;
    for (const field of FIELD_NAMES) delete this.from[field];
  }

  /** Starts a field. Null if the field is not needed, or already filled under a name that comes earlier in FIELDS. */
  open(buf: Bytes, from: number, to: number, parent: Bytes | null = null): Field | null {
    const before = parent === null ? 0 : parent.length + 1;
    for (const { name, field, rank } of NAMES) {
      if (name.length !== before + to - from || !startsWith(buf, from, to, name.subarray(before))) continue;
      if (parent !== null && (name[before - 1] !== DOT || !startsWith(name, 0, name.length, parent)))
        continue;
      if (this.from[field] !== undefined && (this.rank[field] ?? 0) < rank) return null;
      this.rank[field] = rank;
      this.from[field] = this.used;
      this.to[field] = this.used;
      return field;
    }
    return null;
  }

  put(field: Field, byte: number): void {
    const end = this.to[field] ?? 0;
    if (end - (this.from[field] ?? 0) >= TEXT_MAX || end >= this.bytes.length) return;
    this.bytes[end] = byte;
    this.to[field] = end + 1;
    this.used = end + 1;
  }

  /** Builds the line from the fields. Returns false if the entry is not a log line. */
  line(stamps: StampReader): boolean {
    const { from, to, bytes, stampLine: line } = this;
    this.chooseTag();
    const { message, tag } = from;
    // The field holds a whole log line: a container's, or one that a collector left as it was.
    if (from.log !== undefined && message === undefined) return this.wrapped('log', stamps);
    if (message === undefined) return false;
    if (tag === undefined) return this.wrapped('message', stamps);
    line.buf = bytes;
    line.times = 1;
    if (!this.time(stamps)) return false;
    line.hostFrom = from.host ?? 0;
    line.hostTo = from.host === undefined ? 0 : (to.host ?? 0);
    const pid = from.pid === undefined ? 'ownPid' : 'pid';
    line.tagFrom = tag;
    line.tagTo = to.tag ?? tag;
    line.pid = from[pid] === undefined ? 0 : readInteger(bytes, from[pid] ?? 0, to[pid] ?? 0);
    this.splitTag();
    setText(bytes, message, to.message ?? message, line);
    return line.time > 0;
  }

  /** Uses the field `tag` if it names a program: rsyslog's `postfix/smtp[12]:` does, Fluentd's route `mail.info` does not. */
  private chooseTag(): void {
    const { from, to, bytes } = this;
    if (from.tagged === undefined) return;
    const withPid = indexOfByte(bytes, from.tagged, to.tagged ?? 0, 91) >= 0;
    if (from.tag !== undefined && !withPid) return;
    if (from.tag === undefined && !withPid && indexOfByte(bytes, from.tagged, to.tagged ?? 0, 47) < 0) return;
    from.tag = from.tagged;
    to.tag = to.tagged ?? from.tagged;
  }

  /** Splits a tag with a process, `postfix/smtp[12]:`, into the two. */
  private splitTag(): void {
    const { bytes, stampLine: line } = this;
    const open = indexOfByte(bytes, line.tagFrom, line.tagTo, 91);
    if (open < 0) {
      if (bytes[line.tagTo - 1] === COLON) line.tagTo--;
      return;
    }
    const pid = readInteger(bytes, open + 1, line.tagTo);
    if (pid > 0) line.pid = pid;
    line.tagTo = open;
  }

  /** Reads the journal's time or a collector's stamp: a date, or seconds, milliseconds, micro- or nanoseconds since 1970. */
  private time(stamps: StampReader): boolean {
    const { from, to, bytes, stampLine: line } = this;
    const sent = from.sent === undefined ? 'received' : 'sent';
    if (from[sent] !== undefined) {
      line.time = readInteger(bytes, from[sent] ?? 0, to[sent] ?? 0);
      line.resolution = 1;
      return true;
    }
    if (from.stamp === undefined) return false;
    const end = to.stamp ?? 0;
    const whole = digitsEnd(bytes, from.stamp, end);
    const digits = whole - from.stamp;
    if (digits >= 10 && (whole === end || bytes[whole] === DOT)) {
      const value = Number(textOf(bytes, from.stamp, end));
      const unit = 10 ** Math.max(0, Math.floor((digits - 10) / 3) * 3);
      line.time = Math.round((value / unit) * MICROS_PER_SECOND);
      line.resolution = whole === end && unit === 1 ? MICROS_PER_SECOND : 1;
      return line.time > 0;
    }
    if (stamps.read(bytes, from.stamp, end) < 0) return false;
    line.time = stamps.time;
    line.resolution = stamps.resolution;
    return true;
  }

  /**
   * `{"log":"Nov 22 … ","stream":"stdout","time":"2026-…Z"}`: a container's runtime stamps the line when it is written, with the date. A
   * collector (Filebeat) stamps it when it reads the file, maybe hours later, so that its stamp only gives the year.
   */
  private wrapped(field: 'log' | 'message', stamps: StampReader): boolean {
    const { from, to, bytes, stampLine: line } = this;
    const { yearless, zoneless } = stamps;
    if (
      !readHeader(bytes, from[field] ?? 0, trimmedEnd(bytes, from[field] ?? 0, to[field] ?? 0), stamps, line)
    )
      return false;
    const own = { time: line.time, resolution: line.resolution };
    const noYear = stamps.yearless > yearless;
    if (from.stamp === undefined || (field === 'message' && !noYear)) return true;
    stamps.yearless = yearless;
    stamps.zoneless = zoneless;
    if (!this.time(stamps)) return true;
    if (field === 'message') {
      const { time } = nearestYear(own.time, line.time);
      line.time = time;
      line.resolution = own.resolution;
    }
    return true;
  }
}

function trimmedEnd(bytes: Bytes, from: number, to: number): number {
  let end = to;
  while (end > from && (bytes[end - 1] === 10 || bytes[end - 1] === 13)) end--;
  return end;
}

/** Moves a time with an assumed year to the year in which it is nearest to another time. */
function nearestYear(time: EpochMicros, near: EpochMicros): { time: EpochMicros } {
  const moved = [-1, 0, 1].map((by) => {
    const date = new Date(time / 1000);
    date.setUTCFullYear(new Date(near / 1000).getUTCFullYear() + by);
    return date.getTime() * 1000 + (time % 1000);
  });
  moved.sort((one, other) => Math.abs(one - near) - Math.abs(other - near));
  return { time: moved[0] ?? time };
}

/** Where a JSON object begins behind the prefix of a container, grep or a quoting mail program; −1 if the line has none. */
export function jsonStart(buf: Bytes, from: number, to: number): number {
  if (buf[to - 1] !== 125) return -1;
  const at = indexOfByte(buf, from, Math.min(to, from + 160), 123);
  return at >= 0 && (buf[at + 1] === 34 || buf[at + 1] === 32) ? at : -1;
}

/** One JSON object per line. A line cut off in the middle is read up to the cut. */
export function readJson(buf: Bytes, from: number, to: number, stamps: StampReader, entry: Entry): boolean {
  entry.clear();
  readObject(buf, from + 1, to, null, entry);
  return entry.line(stamps);
}

/** Reads the fields of an object after its opening brace. Returns the position after the object. */
function readObject(buf: Bytes, from: number, to: number, parent: Bytes | null, entry: Entry): number {
  let at = from;
  while (at < to) {
    while (at < to && buf[at] !== 34 && buf[at] !== 125) at++;
    if (at >= to || buf[at] === 125) return at + 1;
    const name = at + 1;
    const close = stringEnd(buf, name, to);
    at = close + 1;
    while (at < to && (buf[at] === 32 || buf[at] === COLON)) at++;
    const inner = buf[at] === 123 ? parentNamed(buf, name, close, parent) : undefined;
    if (inner !== undefined) at = readObject(buf, at + 1, to, inner, entry);
    else at = readValue(buf, at, to, buf[at] === 123 ? null : entry.open(buf, name, close, parent), entry);
  }
  return to;
}

/**
 * Prefix for the names of this object's fields: the name of the object, or null = no prefix. Undefined = the fields are
 * not needed.
 */
function parentNamed(buf: Bytes, from: number, to: number, parent: Bytes | null): Bytes | null | undefined {
  const is = (name: Bytes): boolean => name.length === to - from && startsWith(buf, from, to, name);
  if (parent === null && WRAPPERS.some(is)) return null;
  const own = PARENTS.find(is);
  if (own === undefined || parent === null) return own;
  return own === PARENTS[3] && parent === PARENTS[4] ? LOG_SYSLOG : undefined;
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

const DOT = 46;
const COLON = 58;
const LOG_SYSLOG = lit('log.syslog');

/** Skips a number, a word, a list or an object. A number is stored in its field. */
function skipValue(buf: Bytes, from: number, to: number, field: Field | null, entry: Entry): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const byte = buf[at] ?? 0;
    if (byte === 34) at = stringEnd(buf, at + 1, to);
    else if (byte === 91 || byte === 123) depth++;
    else if (byte === 93 || byte === 125) {
      if (depth === 0) return at;
      depth--;
    } else if (byte === 44 && depth <= 0) return at + 1;
    else if (field !== null && depth === 0 && (isDigit(byte) || byte === DOT)) entry.put(field, byte);
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
