/**
 * Blocks of fixed-size numeric records, with keyframes that cost only what changed.
 *
 * A block is ONE buffer of records (integers and 8-byte floats side by side), not one array for each field. With 10^6
 * timers, every access to a field array is a cache miss, while a record of 24 bytes causes only one. The record number
 * is the id; record 0 is never used, so 0 can mean "none".
 *
 * Every write to a record must mark its page (`block.dirty[id >> PAGE_BITS] = 1`): one store into a table that fits the
 * first-level cache. A capture copies the marked pages and shares the others with the previous capture. A restore
 * copies only the pages that differ. Copy on write, as in tables.ts, was rejected here: it adds an indirection to every
 * access of the hot loops.
 */

export const PAGE_BITS = 8;
const PAGE_RECORDS = 1 << PAGE_BITS;

/** `ints` and `floats` are views of the same buffer. `stride` counts 4-byte integers and is even. */
export interface Block {
  readonly stride: number;
  ints: Int32Array;
  floats: Float64Array;
  dirty: Uint8Array;
  /** Copies of clean pages, shared with keyframes. A page without a copy counts as dirty. */
  shared: Int32Array[];
}

/** The pages of a block at one moment. Never written again. */
export type BlockKeyframe = readonly Int32Array[];

/** Creates a zeroed block for at least `records` records of `stride` integers (even, so that floats align). */
export function createBlock(stride: number, records: number): Block {
  const pages = Math.max(1, Math.ceil(records / PAGE_RECORDS));
  const ints = new Int32Array(pages * PAGE_RECORDS * stride);
  return { stride, ints, floats: new Float64Array(ints.buffer), dirty: new Uint8Array(pages), shared: [] };
}

export function blockCapacity(block: Block): number {
  return block.dirty.length << PAGE_BITS;
}

/** Doubles the block until `records` fit. Records keep their ids; the views are replaced. */
export function growBlock(block: Block, records: number): void {
  let pages = block.dirty.length;
  while (pages << PAGE_BITS < records) pages *= 2;
  if (pages === block.dirty.length) return;
  const ints = new Int32Array(pages * PAGE_RECORDS * block.stride);
  ints.set(block.ints);
  const dirty = new Uint8Array(pages);
  dirty.set(block.dirty);
  block.ints = ints;
  block.floats = new Float64Array(ints.buffer);
  block.dirty = dirty;
}

/** Captures the records below `length`: copies dirty pages and shares the rest. */
export function captureBlock(block: Block, length: number): BlockKeyframe {
  const pages = (length + PAGE_RECORDS - 1) >> PAGE_BITS;
  const { ints, dirty, shared } = block;
  const size = PAGE_RECORDS * block.stride;
  for (let p = 0; p < pages; p++) {
    if (dirty[p] === 0 && shared[p] !== undefined) continue;
    shared[p] = ints.slice(p * size, (p + 1) * size);
    dirty[p] = 0;
  }
  return shared.slice(0, pages);
}

/** Restores a keyframe, which stays valid. Records beyond its pages become zero. */
export function restoreBlock(block: Block, keyframe: BlockKeyframe): void {
  growBlock(block, keyframe.length << PAGE_BITS);
  const { ints, dirty, shared } = block;
  const size = PAGE_RECORDS * block.stride;
  keyframe.forEach((page, p) => {
    if (shared[p] === page && dirty[p] === 0) return;
    ints.set(page, p * size);
    shared[p] = page;
    dirty[p] = 0;
  });
  for (let p = keyframe.length; p < dirty.length; p++) {
    if (dirty[p] === 0 && shared[p] === undefined) continue;
    ints.fill(0, p * size, (p + 1) * size);
    dirty[p] = 0;
  }
  shared.length = keyframe.length;
}
