import { appendFileSync, existsSync, truncateSync, writeFileSync } from 'node:fs';
import type { SweepSpec } from '../../protocol/experiments.ts';
import { readText } from '../read-file.ts';
import { printText } from '../terminal.ts';
import { linesOf } from './parts.ts';

/** Maximum size of a results file, in bytes, for the experiments page and `--merge`. */
export const RESULTS_MAX = 500_000_000;

export interface Results {
  readonly done: ReadonlySet<number>;
  add(lines: string): void;
}

/** Writes `head`, and then each result, to standard output. */
export function resultsOnOutput(head: string): Results {
  printText(head);
  return { done: new Set(), add: printText };
}

/**
 * Appends results to a file. If the file has results of this sweep, continues it: removes an incomplete last line and does
 * not repeat complete runs. Throws when the file contains something else.
 */
export function resultsInFile(path: string, spec: SweepSpec, head: string): Results {
  const text = existsSync(path) ? readText('--out', path, RESULTS_MAX) : '';
  const done = new Set(linesOf(spec, [text]).keys());
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole === '') writeFileSync(path, head);
  else truncateSync(path, Buffer.byteLength(whole));
  return { done, add: (lines) => appendFileSync(path, lines) };
}
