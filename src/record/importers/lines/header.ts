import {
  type Bytes,
  digitsEnd,
  indexOfText,
  indexOfByte,
  isDigit,
  lastIndexOfByte,
  lit,
  readInteger,
  SPACE,
  startsWith,
} from '../bytes/scan.ts';
import type { Line } from './line.ts';
import type { StampReader } from './stamp.ts';

const BAR = lit(' | ');
const STREAMS = [lit('stdout F '), lit('stderr F '), lit('stdout P '), lit('stderr P ')];
const REPEATED = lit('message repeated ');
const TIMES = lit(' times: [ ');
const SOLARIS = lit('[ID ');
/** Longest container prefix, in bytes from the start of the line. */
const PREFIX_MAX = 120;
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
    at = skipPrefix(buf, at, to);
    if (at < 0) return false;
    if (startsWith(buf, at, to, RFC5424)) return readRfc5424(buf, at + RFC5424.length, to, stamps, line);
    end = stamps.read(buf, at, to);
    if (end < 0) return false;
  }
  if (end >= to || buf[end] !== SPACE) return false;
  line.time = stamps.time;
  line.resolution = stamps.resolution;
  at = end + 1;
  at = skipStream(buf, at, to);
  at = skipInnerStamp(buf, at, to, stamps);
  return readNames(buf, at, to, line);
}

const RFC5424 = lit('1 ');

/** Skips NULs (from a file whose end was never written), a byte order mark and blanks. */
function skipFront(buf: Bytes, from: number, to: number): number {
  let at = from;
  while (at < to && (buf[at] === 0 || buf[at] === SPACE || buf[at] === 9 || buf[at] === 0x1e)) at++;
  if (buf[at] === 0xef && buf[at + 1] === 0xbb && buf[at + 2] === 0xbf) at += 3;
  return at;
}

/** Position after `<22>`, `[pod/mail-0/postfix] ` or `mail-1  | `; −1 if there is no such prefix. */
function skipPrefix(buf: Bytes, from: number, to: number): number {
  const first = buf[from];
  const near = Math.min(to, from + PREFIX_MAX);
  if (first === 60) {
    const end = digitsEnd(buf, from + 1, near);
    return end > from + 1 && end <= from + 4 && buf[end] === 62 ? end + 1 : -1;
  }
  if (first === 91) {
    const end = indexOfByte(buf, from, near, 93);
    return end > 0 && buf[end + 1] === SPACE ? end + 2 : -1;
  }
  const bar = indexOfText(buf, from, near, BAR);
  return bar < 0 ? -1 : skipFront(buf, bar + BAR.length, to);
}

/** Skips the `stdout F ` of a container runtime. */
function skipStream(buf: Bytes, at: number, to: number): number {
  if (buf[at] !== 115) return at;
  for (const stream of STREAMS) if (startsWith(buf, at, to, stream)) return at + stream.length;
  return at;
}

/** `docker logs -t` and container runtimes: skips the program's own stamp, whose date is not needed. */
function skipInnerStamp(buf: Bytes, at: number, to: number, stamps: StampReader): number {
  const byte = buf[at] ?? 0;
  const month = byte >= 65 && byte <= 83 && buf[at + 3] === SPACE && buf[at + 9] === 58;
  const iso = byte === 50 && buf[at + 4] === 45 && buf[at + 7] === 45;
  const priority = byte === 60;
  if (!month && !iso && !priority) return at;
  const start = priority ? skipPrefix(buf, at, to) : at;
  if (start < 0) return at;
  const { time, resolution, yearless, zoneless } = stamps;
  const end = stamps.read(buf, start, to);
  stamps.time = time;
  stamps.resolution = resolution;
  stamps.yearless = yearless;
  stamps.zoneless = zoneless;
  return end > 0 && buf[end] === SPACE ? end + 1 : at;
}

/** `{host} {tag}[{pid}]: {text}`. The host may be missing, and a facility may come before the tag. */
function readNames(buf: Bytes, from: number, to: number, line: Line): boolean {
  let at = from;
  while (at < to && buf[at] === SPACE) at++;
  const hostEnd = indexOfByte(buf, at, to, SPACE);
  if (hostEnd < 0) return false;
  if (buf[hostEnd - 1] === 58) {
    line.hostFrom = at;
    line.hostTo = at;
    return readTag(buf, at, to, line);
  }
  host(buf, at, hostEnd, line);
  at = hostEnd + 1;
  while (at < to && buf[at] === SPACE) at++;
  return (
    readTag(buf, at, to, line) ||
    (skipFacility(buf, at, to) > at && readTag(buf, skipFacility(buf, at, to), to, line))
  );
}

/** The host in `mail`, `s_src@mail` or `mail/relay1`. */
function host(buf: Bytes, from: number, to: number, line: Line): void {
  const at = lastIndexOfByte(buf, from, to, 64);
  line.hostFrom = at < 0 ? from : at + 1;
  const slash = indexOfByte(buf, line.hostFrom, to, 47);
  line.hostTo = slash < 0 ? to : slash;
}

/** busybox and AIX put `mail.info` or `mail:info` before the tag. */
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

/** Sets the message text, without what syslog daemons add around it. */
export function setText(buf: Bytes, from: number, to: number, line: Line): void {
  let at = from;
  let end = to;
  while (at < end && buf[at] === 0) at++;
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

/** Reads what follows `<22>1 `: stamp host app procid msgid structured-data text. */
function readRfc5424(buf: Bytes, from: number, to: number, stamps: StampReader, line: Line): boolean {
  const end = stamps.read(buf, from, to);
  if (end < 0 || buf[end] !== SPACE) return false;
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
