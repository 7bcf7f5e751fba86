import { type KeptRun, NAME_MAX, TILES_MAX } from '../protocol/library.ts';
import { isPlainText } from '../protocol/names.ts';
import { showValue } from '../scenario/schema-errors.ts';

/** A row of the library's database that is not a valid run: damaged, or written by another program. */
export interface BadRow {
  key: IDBValidKey;
  /** A sentence that says which field is wrong, its value, and what is accepted. */
  reason: string;
  /** The row as JSON, for the reader to save. */
  text: string;
}

/** Splits rows into valid runs (newest first) and bad rows, so that one damaged row does not hide all runs. */
export function sortRows(rows: readonly unknown[]): { runs: KeptRun[]; bad: BadRow[] } {
  const runs: KeptRun[] = [];
  const bad: BadRow[] = [];
  for (const row of rows) {
    const wrong = faultOf(row);
    if (wrong === null) runs.push(row as KeptRun);
    else bad.push({ key: (row as { id: IDBValidKey }).id, reason: wrong, text: textOf(row) });
  }
  return { runs: runs.toSorted((a, b) => b.kept - a.kept), bad };
}

type Check = [field: keyof KeptRun, right: (value: unknown) => boolean, accepted: string];

const CHECKS: readonly Check[] = [
  ['id', (id) => typeof id === 'string', 'a text'],
  [
    'name',
    (name) => typeof name === 'string' && name !== '' && name.length <= NAME_MAX && isPlainText(name),
    `plain text of 1 to ${NAME_MAX} characters`,
  ],
  ['hash', (hash) => typeof hash === 'string' && hash.startsWith('#s='), 'a link'],
  [
    'tiles',
    (tiles) =>
      Array.isArray(tiles) &&
      tiles.length <= TILES_MAX &&
      tiles.every((n) => Number.isSafeInteger(n) && n > 0),
    `at most ${TILES_MAX} numbers of messages`,
  ],
  ['kept', (kept) => typeof kept === 'number' && !Number.isNaN(new Date(kept).getTime()), 'a date'],
];

function faultOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return `It is ${showValue(row)}, not a run.`;
  for (const [field, right, accepted] of CHECKS) {
    const value = (row as Record<string, unknown>)[field];
    if (!right(value)) return `Its field ${field} is ${showValue(value)}; it must be ${accepted}.`;
  }
  return null;
}

function textOf(row: unknown): string {
  try {
    return `${JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`;
  } catch {
    return `${showValue(row)}\n`;
  }
}
