/**
 * All output of commands goes through this file. Logs, names and other people's files can contain bytes that control a
 * terminal: set its title, clear it, or reorder its text. This file turns each of them into visible text.
 * `tests/unit/terminal.test.ts` finds commands that write in another way.
 */
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { wrapLines } from './wrap.ts';

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

/** Prints a report for people: lines longer than the terminal is wide are wrapped. */
export function printReport(text: string): void {
  print(wrapLines(text, rowWidth()));
}

/** Colours and weights of a row, as parameters of the control sequence SGR. */
const STYLES = { title: '1', wrong: '1;31', risky: '1;33', quiet: '2' } as const;

/** A row of output: plain text, or text with a style. */
export type Row = string | { style: keyof typeof STYLES; text: string };

/** Prints rows, with their styles if standard output is a terminal that shows colours. */
export function printRows(rows: readonly Row[]): void {
  write(OUT, painted(rows, hasColours(process.env, isatty(OUT))));
}

/** Converts rows to text. Styles are added after the text has been made harmless, so a log cannot add styles. */
export function painted(rows: readonly Row[], colours: boolean): string {
  return rows
    .map((row) => {
      if (typeof row === 'string') return `${harmless(row)}\n`;
      const text = harmless(row.text);
      return colours ? `\u001b[${STYLES[row.style]}m${text}\u001b[0m\n` : `${text}\n`;
    })
    .join('');
}

/** True if a terminal shows colours. The user turns them off with NO_COLOR (https://no-color.org). */
export function hasColours(env: NodeJS.ProcessEnv, terminal: boolean): boolean {
  return terminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

/**
 * Width of a row in characters: WIDTH where the output is no terminal, otherwise that of the terminal, but between
 * NARROWEST and WIDEST, because longer rows are hard to read.
 */
const WIDTH = 100;
const NARROWEST = 40;
const WIDEST = 120;

/** Characters per row of standard output. */
export function rowWidth(): number {
  return isatty(OUT) ? widthOf(process.stdout.columns) : WIDTH;
}

/** Some terminals do not know their size and report 0 columns. */
const widthOf = (columns: number): number =>
  columns > 0 ? Math.min(WIDEST, Math.max(NARROWEST, columns)) : WIDTH;

export function printText(text: string): void {
  write(OUT, harmless(text));
}

/** Prints errors and remarks on standard error. On a terminal, they fit its width. */
export function complain(lines: string): void {
  write(ERR, `${harmless(isatty(ERR) ? wrapLines(lines, widthOf(process.stderr.columns)) : lines)}\n`);
}

/**
 * Prints a line of progress on standard error, in place of the previous one. An empty line only removes the previous
 * one.
 */
export function printProgress(line: string): void {
  write(ERR, `\r${harmless(line)}${isatty(ERR) ? ERASE_REST : ''}`);
}

/** Removes what a longer line has left behind the cursor. */
const ERASE_REST = '\u001b[K';

/** True if somebody may be looking at standard error. In a file or a pipe, progress would be noise. */
export const showsProgress = (): boolean => isatty(ERR);

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
 * Handles a failed write. A failure of standard error is ignored. If the reader has ended (`| head`), the command
 * ends, too. A full disk is an error.
 */
function refused(file: typeof OUT | typeof ERR, code: string): void {
  if (file === ERR) return;
  if (code === 'EPIPE' || code === 'EOF') process.exit(0);
  const why = code === 'ENOSPC' ? 'no space is left on the device' : code;
  complain(`Standard output cannot be written (${why}), so the results are not complete.`);
  process.exit(2);
}
