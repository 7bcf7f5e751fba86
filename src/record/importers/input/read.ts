import type { FilePlace } from '../../../protocol/ids.ts';
import { type EpochMicros, type EpochMillis, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { indexOfText, lit } from '../bytes/scan.ts';
import { type ZoneOffset, zoneOffset } from '../lines/zone.ts';
import type { Settings } from '../../protocol/settings.ts';
import { readSettings } from '../settings/read.ts';
import { InstanceNames } from '../store/instance-names.ts';
import { RecordBuilder } from '../store/record.ts';
import { Piece } from './piece.ts';
import { type FileFacts, probe } from './probe.ts';
import { bytesOf, type RecordSource, reopened } from './source.ts';

export interface ReadOptions {
  /** Zone of stamps without one: `Europe/Vienna`, `UTC`, `+02:00`. */
  zone: string;
  /** Year of the first stamp without one. Default: from the file's date, otherwise from `now`. */
  year?: number;
  /** Milliseconds since 1970. */
  now: EpochMillis;
  /** Called between chunks. */
  onProgress?: (progress: Progress) => void;
  /** True stops reading; what has been read is kept. Called between chunks. */
  cancelled?: () => boolean;
  /** Awaited between chunks. In Firefox a thread that only reads streams receives no messages, not even the one to stop. */
  turn?: () => Promise<void>;
  /** Settings to use. Default: the settings found among the sources. */
  settings?: Settings;
}

interface Progress {
  /** Stored bytes read, and their total as far as known. */
  bytes: number;
  total: number;
  file: FilePlace;
  lines: number;
}

export interface ReadResult {
  builder: RecordBuilder;
  files: FileFacts[];
  cancelled: boolean;
}

const LAST_REPEATED = lit('last message repeated ');

/** A file that is open, or will be opened when the merge reaches its first stamp. */
interface Open {
  facts: FileFacts;
  piece: Piece;
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBufferLike>> | null;
  start: () => ReadableStreamDefaultReader<Uint8Array<ArrayBufferLike>>;
  index: number;
  /** Sort key of the merge: the latest stamp. A stamp in whole seconds sorts after all microsecond stamps of that second. */
  key: number;
  high: EpochMicros;
}

/** Most restarts of reading because a name turned out to belong to another instance. Further names count as instances. */
const READINGS_MAX = 20;

/**
 * Reads files into one record. Several files are merged by their stamps, each keeping its own order. Only files that
 * overlap in time are interleaved line by line.
 *
 * Starts again when a name turns out to belong to another instance (`InstanceNames`), mostly within the first lines.
 */
export async function readRecord(given: readonly RecordSource[], options: ReadOptions): Promise<ReadResult> {
  const zone = zoneOffset(options.zone);
  if (zone === null)
    throw new RangeError(
      `zone: "${options.zone}" is not a time zone; accepted: a name such as Europe/Vienna, UTC, or +02:00`,
    );
  const sources = given.map(reopened);
  const canRepeat = (): boolean => sources.every(({ isHeld }) => isHeld());
  let names: InstanceNames | null = null;
  for (let reading = 1; ; reading++) {
    const files = await probeAll(sources, zone, options);
    names ??= namesFrom(options.settings ?? settingsAmong(files));
    names.learned = false;
    const isLast = (): boolean => reading === READINGS_MAX || !canRepeat();
    const result = await readOnce(sources, files, zone, names, isLast, options);
    if (!names.learned || isLast() || result.cancelled) return result;
  }
}

async function probeAll(
  sources: readonly RecordSource[],
  zone: ZoneOffset,
  { now, year }: ReadOptions,
): Promise<FileFacts[]> {
  const files: FileFacts[] = [];
  for (const source of sources)
    files.push(await probe(source, { zone, now, ...(year === undefined ? {} : { year }) }));
  return files;
}

function settingsAmong(files: readonly FileFacts[]): Settings {
  const texts = files.filter(({ kind }) => kind === 'text').map(({ name, head }) => ({ name, text: head }));
  return readSettings(texts);
}

function namesFrom({ transports, services, globals, hasMaster }: Settings): InstanceNames {
  if (!hasMaster) return new InstanceNames();
  const others = services.flatMap(
    ({ overrides }) => overrides.findLast(({ name }) => name === 'syslog_name')?.expanded ?? [],
  );
  return new InstanceNames(
    [...others, ...transports.map(({ syslogName }) => syslogName)],
    globals['syslog_name']?.value ?? 'postfix',
  );
}

async function readOnce(
  sources: readonly RecordSource[],
  files: FileFacts[],
  zone: ZoneOffset,
  names: InstanceNames,
  isLast: () => boolean,
  options: ReadOptions,
): Promise<ReadResult> {
  const progress: Progress = { bytes: 0, total: 0, file: 0, lines: 0 };
  const waiting: Open[] = [];
  for (const [index, source] of sources.entries()) {
    const facts = files[index];
    if (facts?.kind !== 'log') continue;
    waiting.push(openLater(source, facts, index, zone, progress));
    progress.total += source.size ?? 0;
  }
  waiting.sort((one, other) => one.key - other.key || one.index - other.index);
  const builder = new RecordBuilder(waiting.length > 1, unpackedSize(files), names);
  const cancelled = await merge(waiting, builder, progress, options, () => names.learned && !isLast());
  builder.close();
  return { builder, files, cancelled };
}

/** Estimate: packed logs grow to about twelve times their size. Infinite for standard input, whose size is unknown. */
function unpackedSize(files: readonly FileFacts[]): number {
  return files.reduce((sum, { size, gzip }) => sum + (size ?? Infinity) * (gzip ? 12 : 1), 0);
}

function openLater(
  source: RecordSource,
  facts: FileFacts,
  index: number,
  zone: ZoneOffset,
  progress: Progress,
): Open {
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
      return bytesOf(source, facts.gzip, counted).getReader();
    },
  };
}

/** Merges the files by their stamps. Returns true if reading was cancelled. Ends early if the files have to be read again. */
async function merge(
  waiting: Open[],
  builder: RecordBuilder,
  progress: Progress,
  options: ReadOptions,
  again: () => boolean,
): Promise<boolean> {
  const open: Open[] = [];
  let cancelled = false;
  const between = async (): Promise<boolean> => {
    options.onProgress?.(progress);
    await options.turn?.();
    cancelled ||= options.cancelled?.() === true;
    return cancelled;
  };
  while (!cancelled && !again() && (waiting.length > 0 || open.length > 0)) {
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
  for (const piece of open) await piece.reader?.cancel();
  return cancelled;
}

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

/** Advances to the next log line. Returns false if more bytes are needed. */
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
 * True for an empty line, `-- Reboot --`, `-- Journal begins at …`, and syslogd's `last message repeated 3 times`,
 * which names no program. The repeated line is an exact copy, so it adds nothing, not even a recipient.
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
 * Reads chunks until the file is at a line. Returns false at the end of the file. Calls `between` after each chunk
 * without a line, because gigabytes of junk may follow; true stops reading.
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
      // Keep what came before. The page shows where reading failed.
      facts.trouble = error instanceof Error ? error.message : String(error);
      facts.ended = true;
      piece.end();
    }
  }
  facts.yearless = piece.stamps.yearless;
  facts.zoneless = piece.stamps.zoneless;
  return false;
}
