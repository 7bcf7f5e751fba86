/**
 * Tables of plain records: the only place where simulation state lives.
 *
 * Every record has an integer id (from 1; 0 = `NONE` means "no record") and refers to others by id only. A record is
 * changed through `touch` alone, which bumps its `rev` and, when a keyframe shares the record, puts a copy in its place
 * first. A keyframe therefore costs what changed since the one before, not what exists.
 *
 * Copy on write was chosen over an undo log: restoring any keyframe is then a matter of pointers, in either direction
 * and across branches. The price is a rule for callers: never keep a record over a call that may touch the same
 * record; read it again (`get` is two array reads).
 */

/** "No record": ids start at 1. */
export const NONE = 0;

const PAGE_BITS = 7;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

/** Memory of what is copied, for the cap on keyframes: a pointer, a page of pointers and revs, a record of a dozen members. */
const POINTER_BYTES = 8;
const PAGE_BYTES = 2 * PAGE_SIZE * POINTER_BYTES + 96;
const ROW_BYTES = 120;

/** A record. It does not hold its own `rev`: see `revOf`. */
export type Row = object;

/**
 * Records of neighbouring ids, and beside each its `rev` (0: no record). A number in the record itself would be another
 * field of another kind of object in every table, and `touch` would have to look up where it is at every call.
 */
interface Page<R> {
  rev: number;
  rows: (R | null)[];
  revs: number[];
}

/** One kind of record. `length` is the next free id: ids are never used again. */
export interface Table<R extends Row> {
  readonly name: string;
  readonly store: Store;
  copy(row: R): R;
  pages: Page<R>[];
  length: number;
  live: number;
}

/** All tables of one simulation; `rev` counts every change ever made and is never restored. */
export interface Store {
  rev: number;
  frozenRev: number;
  /** Bytes copied or let go since the last keyframe: what the keyframes hold beyond the present state, about. */
  copied: number;
  readonly tables: Table<Row>[];
}

/** A frozen picture of all tables of a store, for `restore`. Treat as opaque. */
export interface StoreKeyframe {
  readonly tables: readonly { pages: Page<Row>[]; length: number; live: number }[];
  /** Memory that this keyframe costs, about. */
  readonly bytes: number;
}

/** An empty store. */
export function createStore(): Store {
  return { rev: 0, frozenRev: 0, copied: 0, tables: [] };
}

/**
 * Adds a table; `name` is for messages and dumps. Tables whose records change all the time give a `copy` that names every
 * member: a spread costs up to ten times as much and gives an object of another hidden class, at which everything that
 * reads the table becomes slower. Others that change often give `(row) => ({ ...row })` of their own, because engines
 * learn for each place in the code which members an object has: one place for all tables is slower still.
 */
export function createTable<R extends Row>(
  store: Store,
  name: string,
  copy: (row: R) => R = (row) => ({ ...row }),
): Table<R> {
  const table: Table<R> = { name, store, copy, pages: [], length: 1, live: 0 };
  store.tables.push(table as unknown as Table<Row>);
  return table;
}

function writablePage<R extends Row>(table: Table<R>, index: number): Page<R> {
  const page = table.pages[index];
  if (page === undefined) {
    // Ids start at 1: the first place of the first page stays empty.
    const fresh: Page<R> = {
      rev: ++table.store.rev,
      rows: index === 0 ? [null] : [],
      revs: index === 0 ? [0] : [],
    };
    table.pages[index] = fresh;
    return fresh;
  }
  if (page.rev > table.store.frozenRev) return page;
  // Not counted as a change: `rev` measures what a run costs, which must not depend on who took keyframes on the way.
  const copy: Page<R> = { rev: table.store.frozenRev + 1, rows: page.rows.slice(), revs: page.revs.slice() };
  table.store.copied += PAGE_BYTES;
  table.pages[index] = copy;
  return copy;
}

/** Stores `row` under the next id and returns the id. */
export function insert<R extends Row>(table: Table<R>, row: R): number {
  const id = table.length++;
  const page = writablePage(table, id >> PAGE_BITS);
  page.rows[id & PAGE_MASK] = row;
  page.revs[id & PAGE_MASK] = ++table.store.rev;
  table.live++;
  return id;
}

/** The record, read only. Throws when there is none: a dangling id is a broken invariant. */
export function get<R extends Row>(table: Table<R>, id: number): Readonly<R> {
  const row = table.pages[id >> PAGE_BITS]?.rows[id & PAGE_MASK];
  if (row === undefined || row === null) throw new Error(`${table.name} ${id}: no such record`);
  return row;
}

/** The record, or undefined when the id is 0, unknown or dropped. */
export function find<R extends Row>(table: Table<R>, id: number): Readonly<R> | undefined {
  return table.pages[id >> PAGE_BITS]?.rows[id & PAGE_MASK] ?? undefined;
}

/** Grows with each change of the record and is unique in its store, so that equal ones mean an equal record. 0: none. */
export function revOf<R extends Row>(table: Table<R>, id: number): number {
  return table.pages[id >> PAGE_BITS]?.revs[id & PAGE_MASK] ?? 0;
}

/** The record, to be written now: bumps its `rev`, and copies it first when a keyframe shares it. */
export function touch<R extends Row>(table: Table<R>, id: number): R {
  const { store } = table;
  const page = table.pages[id >> PAGE_BITS];
  const at = id & PAGE_MASK;
  // Changed since the last keyframe: the page is then no keyframe's either.
  if (page !== undefined && (page.revs[at] as number) > store.frozenRev) {
    page.revs[at] = ++store.rev;
    return page.rows[at] as R;
  }
  return touchShared(table, id);
}

function touchShared<R extends Row>(table: Table<R>, id: number): R {
  const { store } = table;
  const copy = table.copy(get(table, id));
  const page = writablePage(table, id >> PAGE_BITS);
  page.rows[id & PAGE_MASK] = copy;
  page.revs[id & PAGE_MASK] = ++store.rev;
  store.copied += ROW_BYTES;
  return copy;
}

/** Removes the record; its id is never used again. */
export function drop<R extends Row>(table: Table<R>, id: number): void {
  get(table, id);
  const page = writablePage(table, id >> PAGE_BITS);
  // One that was changed since the last keyframe is in none.
  if ((page.revs[id & PAGE_MASK] as number) <= table.store.frozenRev) table.store.copied += ROW_BYTES;
  page.rows[id & PAGE_MASK] = null;
  page.revs[id & PAGE_MASK] = 0;
  // A change like any other: the next keyframe shares the page.
  table.store.rev++;
  table.live--;
}

/** Removes every record. Ids go on where they were: none is used twice. */
export function clearTable(table: { pages: unknown[]; live: number }): void {
  table.pages = [];
  table.live = 0;
}

/** Ids of all live records, ascending. */
export function* ids<R extends Row>(table: Table<R>): Generator<number> {
  for (let id = 1; id < table.length; id++) {
    if (table.pages[id >> PAGE_BITS]?.rows[id & PAGE_MASK]) yield id;
  }
}

/** Memory that the records of a store take, about. */
export function storeBytes({ tables }: Store): number {
  return tables.reduce((sum, { pages, live }) => sum + pages.length * PAGE_BYTES + live * ROW_BYTES, 0);
}

/** A keyframe of every table. O(pages), no record is copied; the next change of a record copies it. */
export function capture(store: Store): StoreKeyframe {
  store.frozenRev = store.rev;
  let bytes = store.copied;
  store.copied = 0;
  const tables = store.tables.map((t) => {
    bytes += t.pages.length * POINTER_BYTES;
    return { pages: t.pages.slice(), length: t.length, live: t.live };
  });
  return { tables, bytes };
}

/** Puts every table back to the keyframe, which stays valid. `store.rev` goes on counting. */
export function restore(store: Store, keyframe: StoreKeyframe): void {
  store.frozenRev = store.rev;
  store.copied = 0;
  keyframe.tables.forEach((saved, i) => {
    const table = store.tables[i];
    if (table === undefined) throw new Error(`keyframe: ${keyframe.tables.length} tables, not ${i}`);
    table.pages = saved.pages.slice();
    table.length = saved.length;
    table.live = saved.live;
  });
}
