/** Records saved in the browser's database as columns, so that they open without reading a line. Nothing is saved unless the user asks. */
import { KEPT_FORM, type PackedRecord } from '../../importers/store/kept.ts';
import { randomId } from '../../../scenario/bytes.ts';
import type { KeptRecord } from '../../protocol/record.ts';

const DATABASE = 'qmgrscope-records';
/** Store of list entries by id, and store of columns by [id, name]. */
const ROWS = 'records';
const COLUMNS = 'columns';
/** The body of a record is stored under this name. */
const BODY = 'body';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ROWS, { keyPath: 'id' });
      request.result.createObjectStore(COLUMNS);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(refusal(request.error));
  });
}

/** Makes all changes of one transaction in both stores, or none. Resolves with the result of the last request. */
async function transact<T>(
  mode: IDBTransactionMode,
  ask: (rows: IDBObjectStore, columns: IDBObjectStore) => () => T,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction([ROWS, COLUMNS], mode);
      const answer = ask(transaction.objectStore(ROWS), transaction.objectStore(COLUMNS));
      transaction.oncomplete = () => resolve(answer());
      transaction.onabort = () => reject(refusal(transaction.error));
    });
  } finally {
    database.close();
  }
}

function refusal(error: DOMException | null): Error {
  return new Error(
    error?.name === 'QuotaExceededError'
      ? 'This browser has no room for it. Delete saved records, or free disk space.'
      : `This browser stores nothing for this page. It may be a private window, or storage is turned off${error === null ? '' : ` (${error.message})`}.`,
  );
}

/** All saved records, latest first. A damaged entry is listed too, so that it can be deleted. */
export async function listKept(): Promise<KeptRecord[]> {
  const found = await transact('readonly', (rows) => {
    const request = rows.getAll() as IDBRequest<Partial<KeptRecord>[]>;
    return () => request.result;
  });
  return found
    .map(
      (row): KeptRecord => ({
        id: String(row.id),
        name: typeof row.name === 'string' ? row.name : '(damaged)',
        kept: Number(row.kept) || 0,
        bytes: Number(row.bytes) || 0,
        messages: Number(row.messages) || 0,
        from: Number(row.from) || 0,
        to: Number(row.to) || 0,
        form: Number(row.form) || 0,
        readable: row.form === KEPT_FORM && typeof row.name === 'string',
      }),
    )
    .toSorted((one, other) => other.kept - one.kept);
}

/** Saves a record. Rejects with a sentence if there is no room. */
export async function keepRecord(
  row: Omit<KeptRecord, 'id' | 'kept' | 'bytes' | 'form' | 'readable'>,
  { body, columns }: PackedRecord,
): Promise<KeptRecord> {
  const bytes = [...columns.values()].reduce((sum, column) => sum + column.byteLength, 0);
  const kept: KeptRecord = {
    ...row,
    id: randomId(),
    kept: Date.now(),
    bytes,
    form: KEPT_FORM,
    readable: true,
  };
  await transact('readwrite', (rows, store) => {
    rows.put(kept);
    store.put(body, [kept.id, BODY]);
    for (const [name, column] of columns) store.put(column, [kept.id, name]);
    return () => null;
  });
  return kept;
}

const columnsOfRecord = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** Loads a saved record. Rejects with a sentence if it does not exist. */
export async function loadKept(id: string): Promise<PackedRecord> {
  const { keys, values } = await transact('readonly', (_, store) => {
    const asked = [store.getAllKeys(columnsOfRecord(id)), store.getAll(columnsOfRecord(id))] as const;
    return () => ({ keys: asked[0].result, values: asked[1].result as unknown[] });
  });
  const columns = new Map<string, unknown>();
  for (const [at, key] of keys.entries()) columns.set(String((key as string[])[1]), values[at]);
  const body = columns.get(BODY);
  columns.delete(BODY);
  if (body === undefined) throw new Error('This record is no longer saved here. Read its files again.');
  return { body, columns } as PackedRecord;
}

export async function forgetKept(id: string): Promise<void> {
  await transact('readwrite', (rows, store) => {
    rows.delete(id);
    store.delete(columnsOfRecord(id));
    return () => null;
  });
}
