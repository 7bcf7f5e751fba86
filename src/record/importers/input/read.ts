import type { FilePlace } from '../../../protocol/ids.ts';
import { type EpochMicros, type EpochMillis, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { indexOfText, lit } from '../bytes/scan.ts';
import { zoneOffset } from '../lines/zone.ts';
import { RecordBuilder } from '../store/record.ts';
import { Piece } from './piece.ts';
import type { FileFacts, Probe } from './probe.ts';
import { probe } from './probe.ts';
import { bytesOf, type RecordSource } from './source.ts';

/** What a reader is told besides the files. */
export interface ReadOptions {
  /** The zone of stamps without one: `Europe/Vienna`, `UTC`, `+02:00`. */
  zone: string;
  /** The year in which the first stamp without a year lies; else it follows from the file's date, or from `now`. */
  year?: number;
  /** Milliseconds since 1970. */
  now: EpochMillis;
  /** Hears how far the reader is, between chunks. */
  onProgress?: (progress: Progress) => void;
  /** Asked between chunks: true ends the reading; what was read is kept. */
  cancelled?: () => boolean;
  /** Awaited between chunks: in Firefox a thread that reads streams alone hears no message, that to end it neither. */
  turn?: () => Promise<void>;
}

interface Progress {
  /** Bytes as stored: read, and in all as far as known. */
  bytes: number;
  total: number;
  /** The file that is being read. */
  file: FilePlace;
  lines: number;
}

export interface ReadResult {
  builder: RecordBuilder;
  files: FileFacts[];
  cancelled: boolean;
}

const LAST_REPEATED = lit('last message repeated ');

/** A piece that is open, or will be when its first stamp is reached. */
interface Open {
  facts: FileFacts;
  piece: Piece;
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBufferLike>> | null;
  start: () => ReadableStreamDefaultReader<Uint8Array<ArrayBufferLike>>;
  index: number;
  /** By what it is merged: its latest stamp; whole seconds come after what has microseconds of that second. */
  key: number;
  high: EpochMicros;
}

/**
 * Reads files into a record. Several are merged by their stamps, each in its own order; files that follow each other are
 * so read one after the other, and only those that overlap line by line.
 */
export async function readRecord(
  sources: readonly RecordSource[],
  options: ReadOptions,
): Promise<ReadResult> {
  const zone = zoneOffset(options.zone);
  if (zone === null)
    throw new RangeError(
      `zone: "${options.zone}" is none; accepted: a name as Europe/Vienna, UTC, or +02:00`,
    );
  const files: FileFacts[] = [];
  const waiting: Open[] = [];
  const progress: Progress = { bytes: 0, total: 0, file: 0, lines: 0 };
  for (const [index, source] of sources.entries()) {
    const probed = await probe(source, {
      zone,
      now: options.now,
      ...(options.year === undefined ? {} : { year: options.year }),
    });
    files.push(probed.facts);
    if (probed.facts.kind === 'log') waiting.push(openLater(source, probed, index, zone, progress));
    progress.total += probed.facts.kind === 'log' ? (source.size ?? 0) : 0;
  }
  waiting.sort((one, other) => one.key - other.key || one.index - other.index);
  const builder = new RecordBuilder(waiting.length > 1, unpackedSize(files));
  const cancelled = await merge(waiting, builder, progress, options);
  builder.close();
  return { builder, files, cancelled };
}

/** Packed logs unpack to about ten times their size; of standard input it is not known. */
function unpackedSize(files: readonly FileFacts[]): number {
  return files.reduce((sum, { size, gzip }) => sum + (size ?? Infinity) * (gzip ? 12 : 1), 0);
}

function openLater(
  source: RecordSource,
  probed: Probe,
  index: number,
  zone: (local: number) => number,
  progress: Progress,
): Open {
  const { facts } = probed;
  const piece = new Piece({ year: facts.year, zone }, facts.entries);
  return {
    facts,
    piece,
    index,
    key: facts.firstTime,
    high: 0,
    reader: null,
    start: () => {
      const counted = (bytes: number): void => {
        progress.bytes += bytes;
        facts.bytesRead += bytes;
      };
      return (probed.rest?.(counted) ?? bytesOf(source, facts.gzip, counted)).getReader();
    },
  };
}

/** Whether the reading was cancelled. */
async function merge(
  waiting: Open[],
  builder: RecordBuilder,
  progress: Progress,
  options: ReadOptions,
): Promise<boolean> {
  const open: Open[] = [];
  let cancelled = false;
  const between = async (): Promise<boolean> => {
    options.onProgress?.(progress);
    await options.turn?.();
    cancelled ||= options.cancelled?.() === true;
    return cancelled;
  };
  while (!cancelled && (waiting.length > 0 || open.length > 0)) {
    const least = open.reduce((key, piece) => Math.min(key, piece.key), Infinity);
    const next = waiting[0];
    if (next !== undefined && (open.length === 0 || next.key <= least)) {
      waiting.shift();
      next.reader = next.start();
      if (await advance(next, builder, between)) open.push(next);
      continue;
    }
    open.sort((one, other) => one.key - other.key || one.index - other.index);
    const [first, second] = open;
    if (first === undefined) break;
    const until = Math.min(second?.key ?? Infinity, waiting[0]?.key ?? Infinity);
    progress.file = first.index;
    const state = run(first, until, builder, progress);
    if (state === 'passed') continue;
    if (await between()) break;
    if (!(await advance(first, builder, between))) open.splice(open.indexOf(first), 1);
  }
  if (cancelled) for (const piece of open) await piece.reader?.cancel();
  return cancelled;
}

/** Takes a piece's lines while they are the earliest. The piece stands at a line when this is called. */
function run(from: Open, until: EpochMicros, builder: RecordBuilder, progress: Progress): 'passed' | 'wait' {
  const { piece, facts, index } = from;
  for (;;) {
    const taken = builder.take(piece.line, index, piece.lineNumber, from.high);
    progress.lines++;
    if (taken === 'postfix') facts.postfix++;
    else if (taken === 'repeated') facts.repeated++;
    else facts.otherPrograms++;
    if (!nextLine(from, builder)) return 'wait';
    if (from.key > until) return 'passed';
  }
}

/** Goes to the next line of a log that is here; false when more bytes are needed. */
function nextLine(from: Open, builder: RecordBuilder): boolean {
  const { piece, facts } = from;
  for (;;) {
    const step = piece.next();
    if (step === 'wait' || step === 'end') return false;
    facts.lines++;
    if (step === 'line') {
      const { time, resolution } = piece.line;
      if (time > from.high) from.high = time;
      const key = resolution >= MICROS_PER_SECOND ? time + 999_999 : time;
      if (key > from.key) from.key = key;
      if (facts.from === 0 || time < facts.from) facts.from = time;
      if (time > facts.to) facts.to = time;
      return true;
    }
    if (isRemark(piece)) {
      facts.blank++;
      builder.blank++;
    } else {
      facts.junk++;
      builder.junk.add('', piece.buf, piece.rawFrom, piece.rawTo, from.index, piece.lineNumber);
    }
  }
}

/**
 * An empty line, or `-- Reboot --`, `-- Journal begins at …`, or `last message repeated 3 times` of syslogd, which has no
 * program. What that one stands for is word for word the same as the line before: no other recipient, nothing new.
 */
function isRemark({ buf, rawFrom, rawTo }: Piece): boolean {
  return (
    rawTo === rawFrom ||
    (rawTo - rawFrom < 200 && indexOfText(buf, rawFrom, rawTo, LAST_REPEATED) >= 0) ||
    (buf[rawFrom] === 45 &&
      buf[rawFrom + 1] === 45 &&
      buf[rawFrom + 2] === 32 &&
      rawTo - rawFrom < 200 &&
      buf[rawTo - 1] === 45)
  );
}

/**
 * Fetches bytes until the piece stands at a line; false when it has ended. `between` is asked behind every chunk without
 * one (a file may go on with gigabytes of junk): true ends it.
 */
async function advance(
  from: Open,
  builder: RecordBuilder,
  between: () => Promise<boolean>,
): Promise<boolean> {
  const { piece, facts, reader } = from;
  for (let chunks = 0; ; chunks++) {
    if (nextLine(from, builder)) return true;
    if (facts.ended) break;
    if (chunks > 0 && (await between())) return true;
    try {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) {
        facts.ended = true;
        piece.end();
      } else piece.fill(value);
    } catch (error) {
      // What came before is kept; the page says where it broke off.
      facts.trouble = error instanceof Error ? error.message : String(error);
      facts.ended = true;
      piece.end();
    }
  }
  facts.yearless = piece.stamps.yearless;
  facts.zoneless = piece.stamps.zoneless;
  return false;
}
