import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, gunzipSync } from 'node:zlib';
import { isGzip } from '../record/importers/input/source.ts';
import type { FilePlace } from '../protocol/ids.ts';
import { readJson } from '../scenario/json.ts';
import { failInput } from './command.ts';
import { reasonOf } from './reason.ts';

const CHUNK = 1_048_576;
/** Milliseconds until an empty pipe is read again. */
const EMPTY_PIPE_MS = 10;
const STDIN = 0;
/** Maximum size of a scenario, a results list or a lesson, in bytes; the largest ones have a few megabytes. */
const TEXT_FILE_MAX = 64 * 1024 * 1024;

/**
 * Reads the next bytes; 0 = the end. Waits while a pipe is empty (EAGAIN). Some systems report the end of a pipe as error
 * EOF.
 */
export function readNext(file: FilePlace, buffer: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, buffer, 0, buffer.length, null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EMPTY_PIPE_MS);
    }
  }
}

/**
 * Reads all bytes of a file, a pipe or standard input (`-`); null when there are more than `max`. A huge sparse file
 * is recognized by its size, and an endless file such as `/dev/zero` after `max` bytes.
 *
 * @throws When the file does not exist, is a folder, or may not be read.
 */
export function bytesUpTo(path: string, max: number): Buffer | null {
  const file = path === '-' ? STDIN : openSync(path, 'r');
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) failInput('FILE', path, 'a file, not a folder');
    if (stats.size > max) return null;
    const chunk = Buffer.allocUnsafe(CHUNK);
    const chunks: Buffer[] = [];
    for (let size = 0; size <= max; ) {
      const length = readNext(file, chunk);
      if (length === 0) return Buffer.concat(chunks);
      // Copy the bytes, because the buffer is reused.
      chunks.push(Buffer.from(chunk.subarray(0, length)));
      size += length;
    }
    return null;
  } finally {
    if (file !== STDIN) closeSync(file);
  }
}

/** Reads the text of a file. `field` names the file in errors. */
export function readText(field: string, path: string, max: number = TEXT_FILE_MAX): string {
  const bytes = bytesUpTo(path, max);
  return bytes === null ? tooLarge(field, path, max) : bytes.toString('utf8');
}

function tooLarge(field: string, path: string, max: number): never {
  return failInput(field, path, `a file of at most ${Math.floor(max / 1024 ** 2)} MB`);
}

/** Reads the value of a JSON file. Throws with the field and the reason. */
export function readJsonFile(field: string, path: string): unknown {
  const json = readJson(readTextOf(field, path), 'This file');
  return json.ok ? json.value : failInput(field, path, `a readable JSON file (${json.detail})`);
}

function readTextOf(field: string, path: string): string {
  let bytes: Buffer | null;
  try {
    bytes = bytesUpTo(path, TEXT_FILE_MAX);
  } catch (error) {
    return failInput(field, path, `a readable JSON file (${reasonOf(error)})`);
  }
  return bytes === null ? tooLarge(field, path, TEXT_FILE_MAX) : bytes.toString('utf8');
}

/** Reads all bytes of a file, up to `max`. A gzipped file is unpacked. */
export function unpackedUpTo(path: string, max: number): Buffer | 'too large' | 'damaged' {
  const bytes = bytesUpTo(path, max);
  if (bytes === null) return 'too large';
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: max });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'damaged';
  }
}

/** Number of bytes that are enough to recognise a file. If they are gzipped, they unpack to at most 4 MB. */
const HEAD = 4096;

/** Reads the beginning of a file. A gzipped file is unpacked; a damaged one gives an empty text. */
export function headOfFile(path: string): { head: string; packed: boolean } {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(HEAD);
  try {
    const start = bytes.subarray(0, readNext(file, bytes));
    const packed = isGzip(start);
    const head = packed ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start;
    return { head: head.toString('latin1'), packed };
  } catch {
    return { head: '', packed: true };
  } finally {
    closeSync(file);
  }
}
