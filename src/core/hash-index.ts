import { createTable, drop, get, insert, NONE, type Row, type Store, type Table, touch } from './tables.ts';

/**
 * A hash index over records. It lives in tables, so keyframes capture and restore it with the records.
 *
 * A JavaScript Map outside the tables would be faster, but would still hold later entries after a restored keyframe.
 * Chains run through the records themselves (`hash`, `hashNext`). The caller walks a chain and compares its own key, so hash
 * collisions are harmless. The number of buckets doubles as the index grows.
 */
export interface Hashed extends Row {
  hash: number;
  hashNext: number;
}

interface BucketRow extends Row {
  first: number;
}

interface ExtentRow extends Row {
  /** Id of the first bucket. The ids of all buckets are consecutive. */
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

/** Finds the first record of the chain for `hash`; follow `hashNext`. The chain may also hold records with other hashes. */
export function hashFirst<R extends Hashed>(index: HashIndex<R>, hash: number): number {
  const extent = get(index.extent, EXTENT);
  return get(index.buckets, extent.base + (hash & (extent.size - 1))).first;
}

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

/** Removes a record. It must be in the index. */
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

/** Empties the index. Call it after the table of its records was cleared. */
export function hashClear<R extends Hashed>(index: HashIndex<R>): void {
  const { base, size } = get(index.extent, EXTENT);
  for (let bucket = base; bucket < base + size; bucket++) touch(index.buckets, bucket).first = NONE;
  touch(index.extent, EXTENT).count = 0;
}

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

/** FNV-1a over UTF-16 units. Integer arithmetic only, so every JavaScript engine gives the same hash. */
export function hashOfText(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

export function hashPair(a: number, b: number): number {
  const hash = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
