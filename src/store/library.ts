/**
 * Runs that a reader keeps on this machine, in the browser's own database. Nothing is written unless it is asked for, and
 * nothing leaves the machine. A run is kept as its link: what comes back is checked like anything from outside.
 */
import { type KeptRun, LIBRARY_FILE, NAME_MAX, TILES_MAX } from '../protocol/library.ts';
import { randomId } from '../scenario/bytes.ts';
import { sortRows } from './library-rows.ts';

const DATABASE = 'qmgrscope';
const TABLE = 'runs';

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

/** All kept runs, the latest first; and what else is in their table. */
export async function listRuns(): Promise<ReturnType<typeof sortRows>> {
  return sortRows(await transact('readonly', (table) => table.getAll() as IDBRequest<unknown[]>));
}

/** Keeps a run, or changes one that has the same id. */
export async function keepRun(run: KeptRun): Promise<void> {
  await transact('readwrite', (table) => table.put(run));
}

/** Forgets a run or a damaged row; one that is not there is forgotten already. */
export async function dropRun(id: IDBValidKey): Promise<void> {
  await transact('readwrite', (table) => table.delete(id));
}

/** A run to keep, with an id of its own. */
export function newRun(name: string, hash: string, tiles: readonly number[]): KeptRun {
  return {
    id: randomId(),
    name: name.slice(0, NAME_MAX),
    hash,
    tiles: tiles.slice(-TILES_MAX),
    kept: Date.now(),
  };
}

/** The whole library as a file. */
export function exportLibrary(runs: readonly KeptRun[]): string {
  const rows = runs.map(({ name, hash, tiles, kept }) => ({ name, hash, tiles, kept }));
  return `${JSON.stringify({ kind: LIBRARY_FILE, version: 1, runs: rows }, null, 2)}\n`;
}
