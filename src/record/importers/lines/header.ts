import {
  type Bytes,
  digitsEnd,
  indexOfByte,
  isDigit,
  isWord,
  lastIndexOfByte,
  lit,
  readInteger,
  SPACE,
  startsWith,
  textOf,
} from '../bytes/scan.ts';
import type { Line } from './line.ts';
import type { StampReader } from './stamp.ts';

const STREAMS = [lit('stdout F '), lit('stderr F '), lit('stdout P '), lit('stderr P ')];
const REPEATED = lit('message repeated ');
const TIMES = lit(' times: [ ');
const SOLARIS = lit('[ID ');
/** Longest text before the stamp, in bytes from the start of the line. */
const PREFIX_MAX = 160;
const TAB = 9;
/** Upper bound for the count in `message repeated n times`. */
const REPEAT_MAX = 10_000;

/**
 * Splits a line into stamp, host, tag, process and text. The stamp may follow a prefix from a container, a syslog
 * priority or `journalctl`. With two stamps the outer one is used, because it has the date.
 *
 * @returns False if the line has no stamp, or no tag after it: then it is not a log line.
 */
export function readHeader(buf: Bytes, from: number, to: number, stamps: StampReader, line: Line): boolean {
  let at = skipFront(buf, from, to);
  line.buf = buf;
  line.times = 1;
  let end = stamps.read(buf, at, to);
  if (end < 0) {
    at = stampBehindPrefix(buf, at, to, stamps);
    if (at < 0) return false;
    end = stampEnd;
    if (isRfc5424(buf, from, at)) return readRfc5424(buf, end, to, stamps, line);
  }
  if (end >= to || (buf[end] !== SPACE && buf[end] !== TAB)) return false;
  line.time = stamps.time;
  line.resolution = stamps.resolution;
  at = end + 1;
  at = skipStream(buf, at, to);
  at = skipInnerStamp(buf, at, to, stamps);
  return readNames(buf, at, to, line);
}

/** Skips NULs (from a file whose end was never written), a byte order mark and blanks. */
function skipFront(buf: Bytes, from: number, to: number): number {
  let at = from;
  while (at < to && (buf[at] === 0 || buf[at] === SPACE || buf[at] === TAB || buf[at] === 0x1e)) at++;
  if (buf[at] === 0xef && buf[at + 1] === 0xbb && buf[at + 2] === 0xbf) at += 3;
  return at;
}

/** End of the stamp that `stampBehindPrefix` found. */
let stampEnd = 0;

/**
 * Start of the first stamp after a prefix, or −1. Prefixes come from containers (`mail-1  | `, `[pod/mail-0/postfix] `),
 * a syslog priority (`<22>`), grep (`FILE:118:`, also in colours), a quoting mail program (`> `), a list or a page.
 * Prefixes are not enumerated: any text of up to PREFIX_MAX bytes counts that does not end in a letter or digit and is
 * followed by a stamp.
 */
function stampBehindPrefix(buf: Bytes, from: number, to: number, stamps: StampReader): number {
  const near = Math.min(to, from + PREFIX_MAX);
  for (let at = from + 1; at < near; at++) {
    // The code of a terminal colour does end in a letter: ESC [ 3 5 m, ESC [ K.
    if (isWord(buf[at - 1] ?? 0) && !endsColour(buf, from, at)) continue;
    if (!mayBeginStamp(buf[at] ?? 0)) continue;
    stampEnd = stamps.read(buf, at, to);
    if (stampEnd >= 0) return at;
  }
  return -1;
}

/** True for a digit, and for the first letter of a month or of a day. */
function mayBeginStamp(byte: number): boolean {
  return isDigit(byte) || (byte >= 65 && byte <= 87);
}

function endsColour(buf: Bytes, from: number, at: number): boolean {
  let start = at - 2;
  while (start > from && (isDigit(buf[start]) || buf[start] === 59)) start--;
  return buf[start] === 91 && buf[start - 1] === 27;
}

/** True if `<22>1 ` (RFC 5424) stands before the stamp. */
function isRfc5424(buf: Bytes, from: number, stamp: number): boolean {
  return stamp - 3 > from && buf[stamp - 1] === SPACE && buf[stamp - 2] === 49 && buf[stamp - 3] === 62;
}

/** Skips the `stdout F ` of a container runtime. */
function skipStream(buf: Bytes, at: number, to: number): number {
  if (buf[at] !== 115) return at;
  for (const stream of STREAMS) if (startsWith(buf, at, to, stream)) return at + stream.length;
  return at;
}

/**
 * Skips the program's own stamp after the stamp of `docker logs -t` or of a container runtime. The first stamp is the
 * one used.
 */
function skipInnerStamp(buf: Bytes, at: number, to: number, stamps: StampReader): number {
  const byte = buf[at] ?? 0;
  const month = byte >= 65 && byte <= 83 && buf[at + 3] === SPACE && buf[at + 9] === 58;
  const iso = byte === 50 && buf[at + 4] === 45 && buf[at + 7] === 45;
  const priority = byte === 60;
  if (!month && !iso && !priority) return at;
  const start = priority ? indexOfByte(buf, at, Math.min(to, at + 5), 62) + 1 : at;
  if (start <= 0) return at;
  const { time, resolution, yearless, zoneless } = stamps;
  const end = stamps.read(buf, start, to);
  stamps.time = time;
  stamps.resolution = resolution;
  stamps.yearless = yearless;
  stamps.zoneless = zoneless;
  return end > 0 && buf[end] === SPACE ? end + 1 : at;
}

/** `{host} {tag}[{pid}]: {text}`. The host may be missing, and a facility or severity may come before or after it. */
function readNames(buf: Bytes, from: number, to: number, line: Line): boolean {
  let at = skipBlanks(buf, from, to);
  const severity = severityEnd(buf, at, to);
  if (severity > at) at = severity;
  const hostEnd = wordEnd(buf, at, to);
  if (hostEnd >= to) return false;
  if (buf[hostEnd - 1] === 58) {
    line.hostFrom = at;
    line.hostTo = at;
    return readTag(buf, at, to, line);
  }
  host(buf, at, hostEnd, line);
  at = skipBlanks(buf, hostEnd, to);
  if (readTag(buf, at, to, line)) return true;
  const facility = Math.max(skipFacility(buf, at, to), severityEnd(buf, at, to));
  return facility > at && readTag(buf, facility, to, line);
}

function skipBlanks(buf: Bytes, from: number, to: number): number {
  let at = from;
  while (at < to && (buf[at] === SPACE || buf[at] === TAB)) at++;
  return at;
}

function wordEnd(buf: Bytes, from: number, to: number): number {
  let at = from;
  while (at < to && buf[at] !== SPACE && buf[at] !== TAB) at++;
  return at;
}

const SEVERITY =
  /^[<[(]?(?:[a-z]+\d?[.:])?(?:emerg|panic|alert|crit|critical|err|error|warning|warn|notice|info|debug)[>\])]?:?$/i;

const SEVERITY_MAX = 20;
/** Caches the last word that was tested, because on most lines that word is the host of the line before. */
const tested = { bytes: new Uint8Array(SEVERITY_MAX), length: 0, severity: false };

/**
 * Position after a severity or facility of syslog such as `INFO`, `mail.info` or `[notice]`, which must not be taken
 * for a host; `at` if there is none.
 */
function severityEnd(buf: Bytes, at: number, to: number): number {
  const end = wordEnd(buf, at, Math.min(to, at + SEVERITY_MAX));
  const { bytes } = tested;
  let same = end - at === tested.length;
  for (let i = at; same && i < end; i++) same = buf[i] === bytes[i - at];
  if (!same) {
    bytes.set(buf.subarray(at, end));
    tested.length = end - at;
    tested.severity = SEVERITY.test(textOf(buf, at, end));
  }
  return tested.severity && end < to ? skipBlanks(buf, end, to) : at;
}

/** Reads the host `mail` from `mail`, `s_src@mail` or `mail/relay1`. */
function host(buf: Bytes, from: number, to: number, line: Line): void {
  const at = lastIndexOfByte(buf, from, to, 64);
  line.hostFrom = at < 0 ? from : at + 1;
  const slash = indexOfByte(buf, line.hostFrom, to, 47);
  line.hostTo = slash < 0 ? to : slash;
}

/** Skips the `mail.info` or `mail:info` that busybox and AIX put before the tag. */
function skipFacility(buf: Bytes, at: number, to: number): number {
  const end = indexOfByte(buf, at, Math.min(to, at + 20), SPACE);
  if (end < 0) return at;
  for (let i = at; i < end; i++) {
    const byte = buf[i] ?? 0;
    if (!((byte >= 97 && byte <= 122) || isDigit(byte) || byte === 46 || byte === 58)) return at;
  }
  return end + 1;
}

/** Reads `postfix/smtp[1174]: text` at `at`. Returns false if there is no tag. */
function readTag(buf: Bytes, at: number, to: number, line: Line): boolean {
  let end = at;
  let byte = 0;
  for (; end < to; end++) {
    byte = buf[end] ?? 0;
    if (byte === 91 || byte === 58 || byte === SPACE) break;
  }
  if (end === at || end >= to) return false;
  line.tagFrom = at;
  line.tagTo = end;
  line.pid = 0;
  let text = end + 1;
  if (byte === 91) {
    const close = digitsEnd(buf, end + 1, to);
    if (buf[close] !== 93 || buf[close + 1] !== 58) return false;
    line.pid = readInteger(buf, end + 1, close);
    text = close + 2;
  } else if (byte === SPACE) return false;
  if (text < to && buf[text] === SPACE) text++;
  else if (text < to && byte !== 91) return false;
  setText(buf, text, to, line);
  return true;
}

const isBlankEnd = (byte: number): boolean => byte === SPACE || byte === TAB || byte === 13 || byte === 10;

/** Sets the message text, without what syslog daemons add around it. */
export function setText(buf: Bytes, from: number, to: number, line: Line): void {
  let at = from;
  let end = to;
  while (at < end && (buf[at] === 0 || buf[at] === SPACE)) at++;
  // Terminals and wikis add blanks at the end, Windows a carriage return, grep and some syslog daemons the end of a colour.
  while (end > at && isBlankEnd(buf[end - 1] ?? 0)) end--;
  if (buf[at] === 91 && startsWith(buf, at, end, SOLARIS)) {
    const close = indexOfByte(buf, at, Math.min(end, at + 60), 93);
    if (close > 0 && buf[close + 1] === SPACE) at = close + 2;
  }
  if (buf[at] === 109 && buf[end - 1] === 93 && startsWith(buf, at, end, REPEATED)) {
    const digits = digitsEnd(buf, at + REPEATED.length, end);
    if (startsWith(buf, digits, end, TIMES)) {
      line.times = Math.min(readInteger(buf, at + REPEATED.length, digits), REPEAT_MAX);
      at = digits + TIMES.length;
      end--;
      if (buf[end - 1] === SPACE) end--;
    }
  }
  line.textFrom = at;
  line.textTo = end;
}

/** Reads what follows the stamp of `<22>1 STAMP`: host app procid msgid structured-data text. */
function readRfc5424(buf: Bytes, end: number, to: number, stamps: StampReader, line: Line): boolean {
  if (buf[end] !== SPACE) return false;
  line.time = stamps.time;
  line.resolution = stamps.resolution;
  const hostEnd = indexOfByte(buf, end + 1, to, SPACE);
  const tagEnd = hostEnd < 0 ? -1 : indexOfByte(buf, hostEnd + 1, to, SPACE);
  const pidEnd = tagEnd < 0 ? -1 : indexOfByte(buf, tagEnd + 1, to, SPACE);
  const idEnd = pidEnd < 0 ? -1 : indexOfByte(buf, pidEnd + 1, to, SPACE);
  if (idEnd < 0) return false;
  host(buf, end + 1, hostEnd, line);
  line.tagFrom = hostEnd + 1;
  line.tagTo = tagEnd;
  line.pid = readInteger(buf, tagEnd + 1, pidEnd);
  let at = structuredDataEnd(buf, idEnd + 1, to);
  if (at < 0) return false;
  if (buf[at] === SPACE) at++;
  if (buf[at] === 0xef && buf[at + 1] === 0xbb && buf[at + 2] === 0xbf) at += 3;
  while (at < to && buf[at] === SPACE) at++;
  setText(buf, at, to, line);
  return true;
}

/** Position after `-` or `[id name="value" …][…]`. Values may contain the escapes `\]` and `\"`. */
function structuredDataEnd(buf: Bytes, from: number, to: number): number {
  if (buf[from] === 45) return from + 1;
  let at = from;
  while (buf[at] === 91) {
    let quoted = false;
    for (at++; at < to && (quoted || buf[at] !== 93); at++) {
      if (buf[at] === 92) at++;
      else if (buf[at] === 34) quoted = !quoted;
    }
    at++;
  }
  return at > from && at <= to ? at : -1;
}
