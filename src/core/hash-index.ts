import { createTable, drop, get, insert, NONE, type Row, type Store, type Table, touch } from './tables.ts';

/**
 * Lookup of records by something other than their id, kept in tables so that it is captured and restored with them.
 *
 * A JavaScript Map beside the tables would be faster and wrong: after restoring a keyframe it would still know what
 * happened later. Chains run through the records themselves (`hash`, `hashNext`); the caller walks a chain and compares
 * its own key, so equal hashes of different keys are no problem. The number of buckets doubles as records come.
 */
export interface Hashed extends Row {
  hash: number;
  hashNext: number;
}

interface BucketRow extends Row {
  first: number;
}

interface ExtentRow extends Row {
  /** Id of the first bucket; the others follow it. */
  base: number;
  /** Number of buckets, a power of two. */
  size: number;
  count: number;
}

export interface HashIndex<R extends Hashed> {
  readonly items: Table<R>;
  readonly buckets: Table<BucketRow>;
  readonly extent: Table<ExtentRow>;
}

const EXTENT = 1;
const INITIAL_SIZE = 64;

/** An empty index over `items`. */
export function createHashIndex<R extends Hashed>(store: Store, name: string, items: Table<R>): HashIndex<R> {
  const buckets = createTable<BucketRow>(store, `${name}.buckets`, (row) => ({ ...row }));
  const extent = createTable<ExtentRow>(store, `${name}.extent`);
  const index = { items, buckets, extent };
  insert(extent, { base: allocate(index, INITIAL_SIZE), size: INITIAL_SIZE, count: 0 });
  return index;
}

function allocate(index: { buckets: Table<BucketRow> }, size: number): number {
  const base = index.buckets.length;
  for (let i = 0; i < size; i++) insert(index.buckets, { first: NONE });
  return base;
}

/** First record of the chain for `hash`; the next one is its `hashNext`. Other hashes may be on the same chain. */
export function hashFirst<R extends Hashed>(index: HashIndex<R>, hash: number): number {
  const extent = get(index.extent, EXTENT);
  return get(index.buckets, extent.base + (hash & (extent.size - 1))).first;
}

/** Adds a record under its own `hash`. */
export function hashInsert<R extends Hashed>(index: HashIndex<R>, id: number): void {
  const extent = touch(index.extent, EXTENT);
  if (extent.count >= extent.size) grow(index, extent);
  extent.count++;
  link(index, extent, id);
}

function link<R extends Hashed>(index: HashIndex<R>, extent: ExtentRow, id: number): void {
  const row = touch(index.items, id);
  const bucket = touch(index.buckets, extent.base + (row.hash & (extent.size - 1)));
  row.hashNext = bucket.first;
  bucket.first = id;
}

/** Takes a record out. It must be in the index. */
export function hashRemove<R extends Hashed>(index: HashIndex<R>, id: number): void {
  const extent = touch(index.extent, EXTENT);
  extent.count--;
  const row = get(index.items, id);
  const bucket = extent.base + (row.hash & (extent.size - 1));
  let before = NONE;
  let at = get(index.buckets, bucket).first;
  while (at !== id) {
    before = at;
    at = get(index.items, at).hashNext;
  }
  if (before === NONE) touch(index.buckets, bucket).first = row.hashNext;
  else touch(index.items, before).hashNext = row.hashNext;
}

/** Forgets every record, for an index whose table was cleared. */
export function hashClear<R extends Hashed>(index: HashIndex<R>): void {
  const { base, size } = get(index.extent, EXTENT);
  for (let bucket = base; bucket < base + size; bucket++) touch(index.buckets, bucket).first = NONE;
  touch(index.extent, EXTENT).count = 0;
}

/** Doubles the buckets. Each record is moved once per doubling, so insertion stays O(1) on average. */
function grow<R extends Hashed>(index: HashIndex<R>, extent: ExtentRow): void {
  const { base, size } = extent;
  extent.base = allocate(index, size * 2);
  extent.size = size * 2;
  for (let bucket = base; bucket < base + size; bucket++) {
    let id = get(index.buckets, bucket).first;
    while (id !== NONE) {
      const next = get(index.items, id).hashNext;
      link(index, extent, id);
      id = next;
    }
    drop(index.buckets, bucket);
  }
}

/** FNV-1a over UTF-16 units: integer arithmetic only, so it is the same on every engine. */
export function hashOfText(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** A hash of two ids. */
export function hashPair(a: number, b: number): number {
  const hash = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
