/**
 * Tables of plain records: the only place where simulation state lives.
 *
 * Every record has an integer id (from 1; 0 = `NONE` means "no record") and refers to others by id only. Records are changed
 * only through `touch`, which increments their `rev` and first copies a record that a keyframe shares. So the cost of a
 * keyframe depends on the changes since the previous keyframe, not on the size of the state.
 *
 * An undo log was rejected: with copy on write, restoring any keyframe only swaps pointers, in either direction and across
 * branches. The price is a rule for callers: never hold a record across a call that may touch the same record; read it again
 * (`get` is two array reads).
 */

/** "No record". Ids start at 1. */
export const NONE = 0;

const PAGE_BITS = 7;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

/**
 * Estimated memory of a copied pointer, a copied page (pointers and revs) and a copied record (a dozen members). The memory
 * limit of keyframes is compared with sums of these.
 */
const POINTER_BYTES = 8;
const PAGE_BYTES = 2 * PAGE_SIZE * POINTER_BYTES + 96;
const ROW_BYTES = 120;

/** A record. Its `rev` is kept in the page, see `revOf`. */
export type Row = object;

/**
 * Records of neighbouring ids with the `rev` of each (0: no record). A `rev` inside the record would be at a different offset
 * in the objects of each table, so every `touch` would have to look the offset up.
 */
interface Page<R> {
  rev: number;
  rows: (R | null)[];
  revs: number[];
}

/** All records of one kind. `length` is the next free id; ids are never reused. */
export interface Table<R extends Row> {
  readonly name: string;
  readonly store: Store;
  copy(row: R): R;
  pages: Page<R>[];
  length: number;
  live: number;
}

/** All tables of one simulation. `rev` counts every change ever made and is never restored. */
export interface Store {
  rev: number;
  frozenRev: number;
  /** Estimated bytes copied or released since the last keyframe: what keyframes hold beyond the present state. */
  copied: number;
  readonly tables: Table<Row>[];
}

/** A snapshot of all tables of a store. Opaque. */
export interface StoreKeyframe {
  readonly tables: readonly { pages: Page<Row>[]; length: number; live: number }[];
  readonly bytes: number;
}

export function createStore(): Store {
  return { rev: 0, frozenRev: 0, copied: 0, tables: [] };
}

/**
 * Adds a table; `name` appears in messages and dumps. Tables that change very often pass a `copy` that names every member: a
 * spread costs up to ten times as much, and its result has another hidden class, which slows every reader of the table. Other
 * tables that change often pass their own `(row) => ({ ...row })`: engines optimise each call site for one shape, so sharing
 * one spread between all tables is slower still.
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
    // Ids start at 1, so the first place of the first page stays empty.
    const fresh: Page<R> = {
      rev: ++table.store.rev,
      rows: index === 0 ? [null] : [],
      revs: index === 0 ? [0] : [],
    };
    table.pages[index] = fresh;
    return fresh;
  }
  if (page.rev > table.store.frozenRev) return page;
  // The store's `rev` does not count this copy: it measures the cost of a run, which must not depend on keyframes.
  const copy: Page<R> = { rev: table.store.frozenRev + 1, rows: page.rows.slice(), revs: page.revs.slice() };
  table.store.copied += PAGE_BYTES;
  table.pages[index] = copy;
  return copy;
}

export function insert<R extends Row>(table: Table<R>, row: R): number {
  const id = table.length++;
  const page = writablePage(table, id >> PAGE_BITS);
  page.rows[id & PAGE_MASK] = row;
  page.revs[id & PAGE_MASK] = ++table.store.rev;
  table.live++;
  return id;
}

/** Returns the record, read-only. Throws when there is none: a dangling id is a broken invariant. */
export function get<R extends Row>(table: Table<R>, id: number): Readonly<R> {
  const row = table.pages[id >> PAGE_BITS]?.rows[id & PAGE_MASK];
  if (row === undefined || row === null) throw new Error(`${table.name} ${id}: no such record`);
  return row;
}

export function find<R extends Row>(table: Table<R>, id: number): Readonly<R> | undefined {
  return table.pages[id >> PAGE_BITS]?.rows[id & PAGE_MASK] ?? undefined;
}

/** Increases with each change of the record. Unique in its store, so equal revs mean an equal record. 0: no record. */
export function revOf<R extends Row>(table: Table<R>, id: number): number {
  return table.pages[id >> PAGE_BITS]?.revs[id & PAGE_MASK] ?? 0;
}

/** Returns the record for writing: increments its `rev`; copies it first when a keyframe shares it. */
export function touch<R extends Row>(table: Table<R>, id: number): R {
  const { store } = table;
  const page = table.pages[id >> PAGE_BITS];
  const at = id & PAGE_MASK;
  // The record changed after the last keyframe, so no keyframe shares it or its page.
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

export function drop<R extends Row>(table: Table<R>, id: number): void {
  get(table, id);
  const page = writablePage(table, id >> PAGE_BITS);
  // A record that changed after the last keyframe is in none, so releasing it costs no memory.
  if ((page.revs[id & PAGE_MASK] as number) <= table.store.frozenRev) table.store.copied += ROW_BYTES;
  page.rows[id & PAGE_MASK] = null;
  page.revs[id & PAGE_MASK] = 0;
  // Removal counts as a change: the next keyframe shares the page.
  table.store.rev++;
  table.live--;
}

export function clearTable(table: { pages: unknown[]; live: number }): void {
  table.pages = [];
  table.live = 0;
}

export function* ids<R extends Row>(table: Table<R>): Generator<number> {
  for (let id = 1; id < table.length; id++) {
    if (table.pages[id >> PAGE_BITS]?.rows[id & PAGE_MASK]) yield id;
  }
}

export function storeBytes({ tables }: Store): number {
  return tables.reduce((sum, { pages, live }) => sum + pages.length * PAGE_BYTES + live * ROW_BYTES, 0);
}

/** Captures a keyframe of every table, in O(pages): records are copied only when they next change. */
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

/** Restores the keyframe, which stays valid. `store.rev` keeps counting. */
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
