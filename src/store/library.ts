/**
 * Runs that a reader saves in the browser's database. Nothing is stored unless the reader asks, and nothing leaves the
 * machine. A run is stored as a link, which is validated like any link when it is opened.
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

/** Runs one transaction and returns the result of its request. Rejects when storage is forbidden or full. */
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

export async function listRuns(): Promise<ReturnType<typeof sortRows>> {
  return sortRows(await transact('readonly', (table) => table.getAll() as IDBRequest<unknown[]>));
}

/** Saves a run; replaces the one with the same id. */
export async function keepRun(run: KeptRun): Promise<void> {
  await transact('readwrite', (table) => table.put(run));
}

/** Deletes a run or a damaged row. Succeeds when the row does not exist. */
export async function dropRun(id: IDBValidKey): Promise<void> {
  await transact('readwrite', (table) => table.delete(id));
}

export function newRun(name: string, hash: string, tiles: readonly number[]): KeptRun {
  return {
    id: randomId(),
    name: name.slice(0, NAME_MAX),
    hash,
    tiles: tiles.slice(-TILES_MAX),
    kept: Date.now(),
  };
}

export function exportLibrary(runs: readonly KeptRun[]): string {
  const rows = runs.map(({ name, hash, tiles, kept }) => ({ name, hash, tiles, kept }));
  return `${JSON.stringify({ kind: LIBRARY_FILE, version: 1, runs: rows }, null, 2)}\n`;
}
