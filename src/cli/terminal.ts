/**
 * All output of commands goes through this file. Logs, names and other people's files can contain bytes that control a
 * terminal: set its title, clear it, or reorder its text. This file turns each of them into visible text.
 * `tests/unit/terminal.test.ts` finds commands that write in another way.
 */
import { writeSync } from 'node:fs';

const OUT = 1;
const ERR = 2;
/** Milliseconds until the next write to a full pipe. */
const FULL_PIPE_MS = 10;

/**
 * Control characters (C0, DEL, C1), bidirectional controls and line separators, which a terminal obeys. Tabs and line ends
 * are harmless; a carriage return alone would let the rest of a line cover its beginning.
 */
const OBEYED = /(?!\r\n|[\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Replaces characters that a terminal would obey by their code, such as `\u001b`. JSON keeps its meaning, because these
 * characters occur only in its strings.
 */
export function harmless(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function print(lines: string): void {
  write(OUT, `${harmless(lines)}\n`);
}

export function printText(text: string): void {
  write(OUT, harmless(text));
}

/** Prints errors and remarks on standard error. */
export function complain(lines: string): void {
  write(ERR, `${harmless(lines)}\n`);
}

/** Prints progress on standard error, over the previous progress line. */
export function printProgress(line: string): void {
  write(ERR, `\r${harmless(line)}`);
}

/**
 * Writes synchronously, unlike a Node stream. So a command that computes for minutes notices immediately when its reader (`|
 * head`) is gone, and no output is lost at exit.
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

/**
 * Handles a failed write. A failure of standard error is ignored, and the end of the reader (`| head`) ends the command. A
 * full disk is an error.
 */
function refused(file: typeof OUT | typeof ERR, code: string): void {
  if (file === ERR) return;
  if (code === 'EPIPE' || code === 'EOF') process.exit(0);
  const why = code === 'ENOSPC' ? 'no space is left on the device' : code;
  complain(`Standard output cannot be written (${why}), so the results are not complete.`);
  process.exit(2);
}
