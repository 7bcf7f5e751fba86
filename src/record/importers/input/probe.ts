import {
  type EpochMicros,
  type EpochMillis,
  MICROS_PER_DAY,
  MICROS_PER_SECOND,
  type Seconds,
} from '../../../protocol/units.ts';
import { type Bytes, textOf, indexOfText, lit, startsWith } from '../bytes/scan.ts';
import { queueIdTime } from '../facts/ids.ts';
import { readTag } from '../facts/programs.ts';
import { lineText } from '../lines/line.ts';
import type { ZoneOffset } from '../lines/zone.ts';
import { Piece } from './piece.ts';
import { bytesOf, type RecordSource } from './source.ts';

/** What one file contains, and how much of it was read. */
export interface FileFacts {
  name: string;
  size: number | null;
  /** Last modification, milliseconds since 1970. */
  modified: EpochMillis | null;
  /** `text`: not a log; another reader may know it (settings, a queue snapshot). `refused`: see `trouble`. */
  kind: 'log' | 'text' | 'empty' | 'refused';
  gzip: boolean;
  /** True for a journal export, which has entries instead of lines. */
  entries: boolean;
  /** Stored bytes read, and the number of lines of each kind. */
  bytesRead: number;
  lines: number;
  postfix: number;
  otherPrograms: number;
  repeated: number;
  junk: number;
  /** Number of empty lines and remarks of journalctl (`-- Reboot --`). */
  blank: number;
  /** `firstTime`: stamp of the first line. `from` and `to`: earliest and latest stamp. */
  firstTime: EpochMicros;
  from: EpochMicros;
  to: EpochMicros;
  /** Year used for the first stamp without one, and where it comes from. */
  year: number;
  yearFrom: 'given' | 'queue-ids' | 'file-date' | 'today';
  yearless: number;
  zoneless: number;
  /**
   * Seconds by which the stamps' zone is ahead of the assumed one, according to long queue ids. Null if no id shows it.
   */
  zoneFromIds: number | null;
  ended: boolean;
  /** Why the file was not read, or not completely, and what is accepted instead. */
  trouble: string;
  /** The first bytes of a text that is not a log. */
  head: string;
}

export interface ProbeOptions {
  zone: ZoneOffset;
  year?: number;
  now: EpochMillis;
}

const HEAD = 65_536;

/** Reads the beginning of a file to find its kind, its first time and its year. */
export async function probe(source: RecordSource, options: ProbeOptions): Promise<FileFacts> {
  const facts = newFacts(source);
  const first = await headOf(source.open());
  if (first instanceof Error) return { ...facts, kind: 'refused', trouble: first.message };
  const content = identify(first);
  if (content.kind !== 'gzip') return judge(facts, first, options);
  facts.gzip = true;
  const unpacked = await headOf(bytesOf(source, true, () => {}));
  if (unpacked instanceof Error) {
    return {
      ...facts,
      kind: 'refused',
      trouble: `${source.name}: damaged gzip (${unpacked.message}); accepted: a file that passes \`gzip -t\`, or the unpacked text`,
    };
  }
  return judge(facts, unpacked, options);
}

function newFacts({ name, size, modified }: RecordSource): FileFacts {
  return {
    name,
    size,
    modified,
    kind: 'log',
    gzip: false,
    entries: false,
    bytesRead: 0,
    lines: 0,
    postfix: 0,
    otherPrograms: 0,
    repeated: 0,
    junk: 0,
    blank: 0,
    firstTime: 0,
    from: 0,
    to: 0,
    year: 0,
    yearFrom: 'today',
    yearless: 0,
    zoneless: 0,
    zoneFromIds: null,
    ended: false,
    trouble: '',
    head: '',
  };
}

/** Derives the facts from the unpacked first bytes of a file. */
function judge(facts: FileFacts, head: Bytes, options: ProbeOptions): FileFacts {
  const content = identify(head);
  if (content.kind === 'empty') return Object.assign(facts, { kind: 'empty' });
  if (content.kind === 'refused' || content.kind === 'gzip') {
    const { what, advice } =
      content.kind === 'gzip'
        ? { what: 'gzip within gzip', advice: 'Unpack it once (gunzip FILE)' }
        : content;
    return Object.assign(facts, { kind: 'refused', trouble: `${facts.name} is ${what}. ${advice}.` });
  }
  facts.entries = content.kind === 'journal-export';
  const proposed = proposeYear(facts, options);
  const piece = new Piece({ year: proposed, zone: options.zone }, facts.entries);
  piece.fill(head);
  if (head.length < HEAD) piece.end();
  const seen = look(piece);
  if (seen.lines === 0) {
    return Object.assign(facts, { kind: 'text', head: textOf(head, 0, Math.min(head.length, HEAD)) });
  }
  facts.year = proposed;
  if (options.year === undefined) yearFromIds(facts, seen.shift);
  if (piece.stamps.yearless > 0) notLater(facts, head, options);
  // Years differ in length, so measure the difference of zones again with the correct year.
  const shift = facts.year === proposed ? seen.shift : look(headPiece(head, facts, options)).shift;
  facts.zoneFromIds = shift === null || piece.stamps.zoneless === 0 ? null : quarterHours(shift);
  facts.firstTime = firstTime(head, facts, options);
  facts.yearless = piece.stamps.yearless;
  facts.zoneless = piece.stamps.zoneless;
  return facts;
}

/** Counts log lines, and measures by how many seconds stamps are later than the time in a long queue id of the same line. */
function look(piece: Piece): { lines: number; shift: Seconds | null } {
  let lines = 0;
  let shift: Seconds | null = null;
  for (;;) {
    const step = piece.next();
    if (step === 'wait' || step === 'end') return { lines, shift };
    if (step !== 'line') continue;
    lines++;
    if (shift !== null || piece.stamps.zoneless + piece.stamps.yearless === 0) continue;
    const { tag, text } = lineText(piece.line);
    if (!/^(smtpd|pickup)$/.test(readTag(tag).role ?? '')) continue;
    const made = queueIdTime(/^(\w{12,}): (?:client|uid)=/.exec(text)?.[1] ?? '');
    if (made !== null) shift = (piece.line.time - made) / MICROS_PER_SECOND;
  }
}

/** Reads the first bytes again, with the year found. */
function headPiece(head: Bytes, facts: FileFacts, options: ProbeOptions): Piece {
  const piece = new Piece({ year: facts.year, zone: options.zone }, facts.entries);
  piece.fill(head);
  piece.end();
  return piece;
}

/** The stamp of the first line, with the year found. */
function firstTime(head: Bytes, facts: FileFacts, options: ProbeOptions): EpochMicros {
  const piece = headPiece(head, facts, options);
  for (let step = piece.next(); step !== 'end' && step !== 'wait'; step = piece.next()) {
    if (step === 'line') return piece.line.time;
  }
  return 0;
}

const YEAR = 31_556_952;

/** Corrects the year by `shift` if stamps differ by whole years from the exact time in long queue ids. */
function yearFromIds(facts: FileFacts, shift: Seconds | null): void {
  if (shift === null || facts.yearFrom === 'given') return;
  facts.year -= Math.round(shift / YEAR);
  facts.yearFrom = 'queue-ids';
}

/** Rounds the difference between two zones to quarter hours. An implausible difference gives 0. */
function quarterHours(shift: Seconds): number {
  const quarters = Math.round(shift / 900);
  return Math.abs(quarters) > 64 ? 0 : quarters * 900;
}

/** Proposes the year of the file's date, or of today. A log is not written after that date. */
function proposeYear(facts: FileFacts, options: ProbeOptions): number {
  facts.yearFrom = options.year !== undefined ? 'given' : facts.modified === null ? 'today' : 'file-date';
  return options.year ?? new Date(facts.modified ?? options.now).getUTCFullYear();
}

/** If the first line would be later than the file's date, the log began in the previous year. */
function notLater(facts: FileFacts, head: Bytes, options: ProbeOptions): void {
  if (facts.yearFrom === 'given' || facts.yearFrom === 'queue-ids') return;
  if (firstTime(head, facts, options) > (facts.modified ?? options.now) * 1000 + MICROS_PER_DAY) facts.year--;
}

async function headOf(stream: ReadableStream<Bytes>): Promise<Bytes | Error> {
  const chunks: Bytes[] = [];
  const reader = stream.getReader();
  try {
    await takeHead(reader, chunks);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  await reader.cancel().catch(() => {});
  return joined(chunks).subarray(0, HEAD);
}

async function takeHead(reader: ReadableStreamDefaultReader<Bytes>, chunks: Bytes[]): Promise<void> {
  let length = 0;
  while (length < HEAD) {
    const { done, value } = await reader.read();
    if (done) return;
    chunks.push(value);
    length += value.length;
  }
}

function joined(chunks: readonly Bytes[]): Bytes {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** The kind of a file by its content, never by its name. `text` may be a log, settings, or a queue snapshot. */
type Content =
  | { kind: 'text' }
  | { kind: 'journal-export' }
  | { kind: 'gzip' }
  | { kind: 'empty' }
  /** `what` names what the file is, `advice` says how to make it readable. */
  | { kind: 'refused'; what: string; advice: string };

const MAGIC: readonly [bytes: Bytes, what: string, advice: string][] = [
  [lit('BZh'), 'a bzip2 file', 'Unpack it first (bunzip2 FILE)'],
  [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), 'a zstd file', 'Unpack it first (unzstd FILE)'],
  [Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a), 'an xz file', 'Unpack it first (unxz FILE)'],
  [lit('PK\u0003\u0004'), 'a ZIP archive', 'Unpack it first and give the files in it'],
  [lit('LPKSHHRH'), 'a systemd journal', 'Export it first (journalctl -u postfix@-.service -o export)'],
  [lit('%PDF'), 'a PDF document', 'Give the log itself, as text'],
  [lit('\u007fELF'), 'a program', 'Give the log itself, as text'],
  [Uint8Array.of(0xff, 0xfe), 'text in UTF-16', 'Save it as UTF-8 or plain ASCII'],
  [Uint8Array.of(0xfe, 0xff), 'text in UTF-16', 'Save it as UTF-8 or plain ASCII'],
];

const USTAR = lit('ustar');
const CURSOR = lit('__CURSOR=');
const REALTIME = lit('\n__REALTIME_TIMESTAMP=');

/** Kind of a file by its first few thousand bytes. */
function identify(head: Bytes): Content {
  if (head.length === 0) return { kind: 'empty' };
  if (head[0] === 0x1f && head[1] === 0x8b) return { kind: 'gzip' };
  for (const [magic, what, advice] of MAGIC) {
    if (startsWith(head, 0, head.length, magic)) return { kind: 'refused', what, advice };
  }
  if (startsWith(head, 257, head.length, USTAR)) {
    return {
      kind: 'refused',
      what: 'a tar archive of several files',
      advice: 'Unpack it first (tar xf FILE)',
    };
  }
  if (
    startsWith(head, 0, head.length, CURSOR) ||
    startsWith(head, 0, head.length, REALTIME.subarray(1)) ||
    (head[0] !== 0x7b && indexOfText(head, 0, Math.min(head.length, 4096), REALTIME) >= 0)
  ) {
    return { kind: 'journal-export' };
  }
  return looksBinary(head)
    ? {
        kind: 'refused',
        what: 'not text',
        advice: 'Give a mail log, or the output of postconf or postqueue -j',
      }
    : { kind: 'text' };
}

/** True if over a third of the bytes are control characters. NULs do not count: they occur in logs of machines that crashed. */
function looksBinary(head: Bytes): boolean {
  let odd = 0;
  let seen = 0;
  for (const byte of head) {
    if (byte === 0) continue;
    seen++;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) odd++;
  }
  return seen === 0 || odd * 3 > seen || (odd * 10 > seen && textOf(head, 0, 512).includes('\uFFFD\uFFFD'));
}
