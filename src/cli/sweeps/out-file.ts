import { appendFileSync, existsSync, truncateSync, writeFileSync } from 'node:fs';
import type { SweepSpec } from '../../protocol/experiments.ts';
import { readText } from '../read-file.ts';
import { printText } from '../terminal.ts';
import { linesOf } from './parts.ts';

/** Most bytes of a results file that the experiments page and `--merge` read. */
export const RESULTS_MAX = 500_000_000;

/** Destination of result lines. */
export interface Results {
  /** Runs that are already complete. */
  readonly done: ReadonlySet<number>;
  add(lines: string): void;
}

/** Writes results to standard output, after `head`. */
export function resultsOnOutput(head: string): Results {
  printText(head);
  return { done: new Set(), add: printText };
}

/**
 * Appends results to a file. A file with results of this sweep is continued: an incomplete last line is removed, and
 * complete runs are not repeated. Throws when the file contains something else.
 */
export function resultsInFile(path: string, spec: SweepSpec, head: string): Results {
  const text = existsSync(path) ? readText('--out', path, RESULTS_MAX) : '';
  const done = new Set(linesOf(spec, [text]).keys());
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole === '') writeFileSync(path, head);
  else truncateSync(path, Buffer.byteLength(whole));
  return { done, add: (lines) => appendFileSync(path, lines) };
}
