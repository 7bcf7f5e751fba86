import { appendFileSync, existsSync, truncateSync, writeFileSync } from 'node:fs';
import type { SweepSpec } from '../../protocol/experiments.ts';
import { readText } from '../read-file.ts';
import { printText } from '../terminal.ts';
import { linesOf } from './parts.ts';

/** Bytes of results that the experiments page and `--merge` read as one text. */
export const RESULTS_MAX = 500_000_000;

/** Destination of the results, line by line. */
export interface Results {
  /** Runs that were already computed. */
  readonly done: ReadonlySet<number>;
  add(lines: string): void;
}

/** Results on standard output. `head` comes before them. */
export function resultsOnOutput(head: string): Results {
  printText(head);
  return { done: new Set(), add: printText };
}

/**
 * Results at the end of a file. One that holds results of this sweep is gone on with: a line that was cut off when the sweep was ended
 * goes away, and what is there is not run again. Throws when the file holds something else.
 */
export function resultsInFile(path: string, spec: SweepSpec, head: string): Results {
  const text = existsSync(path) ? readText('--out', path, RESULTS_MAX) : '';
  const done = new Set(linesOf(spec, [text]).keys());
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole === '') writeFileSync(path, head);
  else truncateSync(path, Buffer.byteLength(whole));
  return { done, add: (lines) => appendFileSync(path, lines) };
}
