import { closeSync, existsSync, openSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type RecordSource, textSource } from '../../importers/input/source.ts';
import { type BundlePart, isBundle, splitBundle } from '../../../scenario/record/bundle.ts';
import { failInput, PATH_KINDS } from '../../../cli/command.ts';
import { headOfFile, readNext, unpackedUpTo } from '../../../cli/read-file.ts';
import { reasonOf } from '../../../cli/reason.ts';

const CHUNK = 1_048_576;
const MB = 1024 * 1024;

/** Makes sources of paths: `-` is standard input, a folder means everything in it. Throws when a path does not exist. */
export function sourcesOf(paths: readonly string[]): RecordSource[] {
  return paths.flatMap((path) =>
    path === '-' ? [onceFrom('-', () => 0)] : filesIn(path, { deep: true }).flatMap(fileOf),
  );
}

/** Lists the files in a folder, sorted; `deep` = in its subfolders too. For any other path, returns the path itself. */
export function filesIn(path: string, { deep = false } = {}): string[] {
  if (!existsSync(path)) failInput('PATH', path, PATH_KINDS.any);
  return statSync(path).isDirectory() ? filesBelow(path, deep, new Set()).sort() : [path];
}

/** `seen` = real paths of folders already read, so a link back to one of them is not followed again. */
function filesBelow(folder: string, deep: boolean, seen: Set<string>): string[] {
  const real = realpathSync(folder);
  if (seen.has(real)) return [];
  seen.add(real);
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statsOf(path);
    if (stats?.isFile() === true) return [path];
    return deep && stats?.isDirectory() === true ? filesBelow(path, deep, seen) : [];
  });
}

/** Returns the facts about a file; undefined for a link to nothing or to itself. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function fileOf(path: string): RecordSource[] {
  const stats = statSync(path);
  if (!stats.isFile()) return [onceFrom(path, () => openSync(path, 'r'))];
  const { size, mtimeMs: modified } = stats;
  const parts = isSparse(stats)
    ? `${path}: ${Math.round(size / MB)} MB long but almost empty (a sparse file); accepted: a log`
    : sharedParts(path);
  if (parts === null)
    return [{ name: path, size, modified, open: () => bytesFrom(() => openSync(path, 'r')) }];
  if (typeof parts !== 'string')
    return parts.map(({ name, text }) => textSource(`${path} ${name}`, text, modified));
  // The reader reports every file that cannot be read.
  const refuse = (controller: ReadableStreamDefaultController): void => controller.error(new Error(parts));
  return [{ name: path, size, modified, open: () => new ReadableStream({ start: refuse }) }];
}

/** A file above this length (bytes) is sparse if it stores under 1/100 of it. Compressing file systems reach 1/10. */
const SPARSE_FROM = 1024 * MB;
const SPARSE_RATIO = 100;
const BLOCK = 512;

/** True for a file with large holes: reading a hole of gigabytes would take as long as reading gigabytes of data. */
function isSparse({ size, blocks }: Stats): boolean {
  return size > SPARSE_FROM && blocks * BLOCK * SPARSE_RATIO < size;
}

/** A shared record has at most this many bytes, plain or packed. Unpacking it holds the text in memory three times. */
const SHARED_MAX = 500 * MB;
const PACKED_MAX = 256 * MB;

/**
 * The parts of a shared record (`npm run share`), plain or gzipped. Null when the file is not a shared record, a
 * sentence when it cannot be read.
 */
export function sharedParts(path: string): BundlePart[] | null | string {
  try {
    const { head, packed } = headOfFile(path);
    if (!isBundle(head)) return null;
    const max = packed ? PACKED_MAX : SHARED_MAX;
    const bytes = unpackedUpTo(path, max);
    if (bytes === 'damaged')
      return `${path}: damaged gzip; accepted: a file that passes \`gzip -t\`, or the unpacked text`;
    // A file above `SHARED_MAX` is not taken for a shared record but read as a log.
    if (bytes === 'too large')
      return packed ? `${path}: unpacks to more than ${max / MB} MB; unpack it first: gunzip FILE` : null;
    return splitBundle(bytes.toString('utf8'));
  } catch (error) {
    return reasonOf(error);
  }
}

/** Makes a source of standard input, a pipe or a device, which has no size and can be read only once. */
function onceFrom(name: string, open: () => number): RecordSource {
  return { name, size: null, modified: null, once: true, open: () => bytesFrom(open) };
}

/** Reads synchronously, because the command has nothing else to do while it waits. */
function bytesFrom(open: () => number): ReadableStream<Uint8Array<ArrayBufferLike>> {
  let file = -1;
  const buffer = new Uint8Array(CHUNK);
  const close = (): void => {
    if (file > 0) closeSync(file);
  };
  return new ReadableStream<Uint8Array<ArrayBufferLike>>(
    {
      pull(controller) {
        try {
          if (file < 0) file = open();
          const length = readNext(file, buffer);
          if (length > 0) return controller.enqueue(buffer.slice(0, length));
        } catch (error) {
          return controller.error(new Error(reasonOf(error)));
        }
        close();
        controller.close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
