/**
 * Runs that a reader keeps on this machine, in the browser's own database. Nothing is written unless it is asked for, and
 * nothing leaves the machine. A run is kept as its link: what comes back is checked like anything from outside.
 */
import { decodeLink } from '../scenario/link.ts';
import { isPlainText } from '../scenario/names.ts';

export interface KeptRun {
  id: string;
  name: string;
  /** Hash part of its link. */
  hash: string;
  /** Numbers of its latest delivery slots: the picture. */
  tiles: number[];
  /** When it was kept, in milliseconds of the calendar. */
  kept: number;
}

const DATABASE = 'qmgrscope';
const TABLE = 'runs';
export const NAME_MAX = 120;
export const TILES_MAX = 28;
/** Runs in one file: more is somebody's mistake. */
const IMPORT_MAX = 2000;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
}

/** Runs one transaction; what it asks last is the answer. Rejects where storage is forbidden or full. */
async function transact<T>(
  mode: IDBTransactionMode,
  ask: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(TABLE, mode);
      const request = ask(transaction.objectStore(TABLE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('not written'));
      transaction.onabort = () => reject(transaction.error ?? new Error('not written'));
    });
  } finally {
    database.close();
  }
}

/** All kept runs, the latest first. */
export async function listRuns(): Promise<KeptRun[]> {
  const all = await transact('readonly', (table) => table.getAll() as IDBRequest<KeptRun[]>);
  return all.toSorted((a, b) => b.kept - a.kept);
}

/** Keeps a run, or changes one that has the same id. */
export async function keepRun(run: KeptRun): Promise<void> {
  await transact('readwrite', (table) => table.put(run));
}

/** Forgets a run; one that is not there is forgotten already. */
export async function dropRun(id: string): Promise<void> {
  await transact('readwrite', (table) => table.delete(id));
}

/** A run to keep, with an id of its own. */
export function newRun(name: string, hash: string, tiles: readonly number[]): KeptRun {
  return {
    id: crypto.randomUUID(),
    name: name.slice(0, NAME_MAX),
    hash,
    tiles: tiles.slice(-TILES_MAX),
    kept: Date.now(),
  };
}

/** The whole library as a file. */
export function exportLibrary(runs: readonly KeptRun[]): string {
  const rows = runs.map(({ name, hash, tiles, kept }) => ({ name, hash, tiles, kept }));
  return `${JSON.stringify({ kind: 'qmgrscope.library', version: 1, runs: rows }, null, 2)}\n`;
}

export type ImportedLibrary =
  | { ok: true; runs: KeptRun[] /** Why others were left out, one sentence each. */; left: string[] }
  | { ok: false; detail: string };

/** Reads a library file: every run must have a name and a link that opens; the others are left out and named. */
export async function importLibrary(text: string): Promise<ImportedLibrary> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { ok: false, detail: 'This file is not JSON.' };
  }
  const rows: unknown = isObject(file) && file['kind'] === 'qmgrscope.library' ? file['runs'] : null;
  if (!Array.isArray(rows)) return { ok: false, detail: 'This file is not a library of qmgrscope.' };
  if (rows.length > IMPORT_MAX)
    return { ok: false, detail: `The file holds ${rows.length} runs; at most ${IMPORT_MAX} are read.` };
  const runs: KeptRun[] = [];
  const left: string[] = [];
  for (const [i, row] of rows.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    const read = await readRow(row);
    if (typeof read === 'string') left.push(`Run ${i + 1}: ${read}`);
    else runs.push(read);
  }
  return { ok: true, runs, left };
}

async function readRow(row: unknown): Promise<KeptRun | string> {
  if (!isObject(row)) return 'it is not an object.';
  const { name, hash, tiles, kept } = row;
  if (typeof name !== 'string' || name === '' || name.length > NAME_MAX || !isPlainText(name))
    return `its name must be plain text of 1 to ${NAME_MAX} characters.`;
  if (typeof hash !== 'string') return 'it has no link.';
  const link = await decodeLink(hash);
  if (!link.ok) return link.detail;
  const numbers = Array.isArray(tiles)
    ? tiles.filter((n): n is number => Number.isSafeInteger(n) && n > 0)
    : [];
  const run = newRun(name, hash, numbers);
  return typeof kept === 'number' && Number.isFinite(kept) && kept >= 0 ? { ...run, kept } : run;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
