/**
 * The only way from a command to a terminal. Logs, names and files of other people hold bytes that a terminal obeys: they set its
 * title, clear it, or reorder what it shows. Here each of them becomes text. `tests/unit/terminal.test.ts` finds a command that
 * writes in another way.
 */
import { writeSync } from 'node:fs';

const OUT = 1;
const ERR = 2;
/** Milliseconds before a pipe that is full is tried again. */
const FULL_PIPE_MS = 10;

/**
 * Control characters (C0, DEL, C1), marks of writing direction and separators of lines. A tab and the end of a line stay; a carriage
 * return alone would let the rest of a line cover its beginning.
 */
const OBEYED = /(?!\r\n|[\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** A text with `\u001b` in the place of what a terminal would obey. JSON stays the same JSON: there these stand in strings only. */
export function harmless(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Prints lines on standard output. */
export function print(lines: string): void {
  write(OUT, `${harmless(lines)}\n`);
}

/** Prints a text on standard output that has the ends of its lines already. */
export function printText(text: string): void {
  write(OUT, harmless(text));
}

/** Prints lines on standard error: errors, and remarks beside the results. */
export function complain(lines: string): void {
  write(ERR, `${harmless(lines)}\n`);
}

/** Prints progress on standard error, over the progress printed before. */
export function printProgress(line: string): void {
  write(ERR, `\r${harmless(line)}`);
}

/**
 * Writes all of a text before it returns, unlike a stream of node: a command that computes for minutes hears at once that its reader is
 * gone (`| head`), and nothing is lost when it ends.
 */
function write(file: typeof OUT | typeof ERR, text: string): void {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(file, bytes));
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_MS);
      else return refused(file, code);
    }
  }
}

/** A failed write. Standard error may be lost; a reader of the results may leave (`| head`); a full disk is an error. */
function refused(file: typeof OUT | typeof ERR, code: string): void {
  if (file === ERR) return;
  if (code === 'EPIPE' || code === 'EOF') process.exit(0);
  const why = code === 'ENOSPC' ? 'no space is left on the device' : code;
  complain(`Standard output cannot be written (${why}), so the results are not complete.`);
  process.exit(2);
}
