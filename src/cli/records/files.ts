import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type RecordSource, textSource } from '../../importers/input/source.ts';
import type { FilePlace } from '../../protocol/ids.ts';
import { type BundlePart, isBundle, splitBundle } from '../../scenario/record/bundle.ts';
import { gunzipSync } from 'node:zlib';

const CHUNK = 1_048_576;

/** Files for the reader: `-` is standard input, a folder is everything in it. Throws with the path that is not there. */
export function sourcesOf(paths: readonly string[]): RecordSource[] {
  return paths.flatMap((path) =>
    path === '-' ? [standardInput()] : filesIn(path, { deep: true }).flatMap(fileOf),
  );
}

/** The files right in a folder, or in those below it too, ascending; a path that is no folder is itself. */
export function filesIn(path: string, { deep = false } = {}): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: deep, encoding: 'utf8' })
    .sort()
    .map((name) => join(path, name))
    .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile() === true);
}

function fileOf(path: string): RecordSource[] {
  const { size, mtimeMs } = statSync(path);
  const parts = sharedParts(path);
  if (parts !== null) return parts.map(({ name, text }) => textSource(`${path} ${name}`, text, mtimeMs));
  return [{ name: path, size, modified: mtimeMs, open: () => bytesFrom(() => openSync(path, 'r')) }];
}

/** A shared record is smaller than this. */
const SHARED_MAX = 512 * 1024 * 1024;

/** The parts of a shared record (`npm run share`), also packed with gzip; null when the file is none. */
export function sharedParts(path: string): BundlePart[] | null {
  const head = Buffer.alloc(64);
  const file = openSync(path, 'r');
  const length = readSync(file, head, 0, head.length, 0);
  closeSync(file);
  const gzip = head[0] === 0x1f && head[1] === 0x8b;
  if ((!gzip && !isBundle(head.toString('latin1', 0, length))) || statSync(path).size > SHARED_MAX)
    return null;
  // Of a packed file only the name says that it may be one: a log is not unpacked for it.
  if (gzip && !/\.qmgr[^/]*\.gz$/.test(path)) return null;
  return splitBundle((gzip ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString('utf8'));
}

function standardInput(): RecordSource {
  return { name: '-', size: null, modified: null, once: true, open: () => bytesFrom(() => 0) };
}

/** Reads without waiting: the reader has nothing else to do meanwhile. */
function bytesFrom(open: () => number): ReadableStream<Uint8Array<ArrayBufferLike>> {
  let file = -1;
  const buffer = new Uint8Array(CHUNK);
  return new ReadableStream<Uint8Array<ArrayBufferLike>>(
    {
      pull(controller) {
        if (file < 0) file = open();
        const length = read(file, buffer);
        if (length > 0) return controller.enqueue(buffer.slice(0, length));
        if (file > 0) closeSync(file);
        controller.close();
      },
      cancel() {
        if (file > 0) closeSync(file);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A pipe may have nothing yet (EAGAIN) and says EOF in its own way on some systems. */
function read(file: FilePlace, buffer: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, buffer, 0, buffer.length, null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
