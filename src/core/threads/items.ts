/** Pending items of a source: a FIFO with level, edge and one-shot descriptors (threads/README.md §11). */
import type { Micros } from '../../protocol/units.ts';
import type { SourceId } from '../../protocol/threads.ts';
import { listAppend, listFirst, listNext, listRemove } from '../lists.ts';
import { drop, get, insert, NONE, touch } from '../tables.ts';
import type { ItemRecord, SourceRecord, TakenItem, Trigger } from './model.ts';
import { type Machine, machineNow, ONE } from './tables.ts';

export function settlePending(source: SourceRecord, now: Micros): void {
  source.pendingIntegral += source.pending * (now - source.since);
  source.since = now;
}

/** Creates a plain item. The fetch that takes it consumes it. */
export function createPlainItem(m: Machine, source: SourceId, name: string, tag: number): number {
  const one = touch(m.one, ONE);
  const item = one.itemFree;
  if (item === NONE) return insert(m.items, freshItem(source, name, tag));
  // Only these fields of a freed record differ from those of a new record.
  const row = touch(m.items, item);
  one.itemFree = row.next;
  row.name = name;
  row.tag = tag;
  row.source = source;
  row.next = NONE;
  return item;
}

function freshItem(source: SourceId, name: string, tag: number): ItemRecord {
  return {
    name,
    tag,
    source,
    trigger: 'plain',
    listed: false,
    unread: true,
    armed: true,
    prev: NONE,
    next: NONE,
    descriptorPrev: NONE,
    descriptorNext: NONE,
  };
}

/** Registers a descriptor at `source`. It is listed once something is posted on it. */
export function createDescriptorItem(
  m: Machine,
  source: SourceId,
  name: string,
  tag: number,
  trigger: Trigger,
): number {
  const item = createPlainItem(m, source, name, tag);
  const row = touch(m.items, item);
  row.trigger = trigger;
  row.unread = false;
  listAppend(m.descriptorList, source, item);
  return item;
}

export function findDescriptor(m: Machine, source: SourceId, name: string): number {
  let item = listFirst(m.descriptorList, source);
  while (item !== NONE && get(m.items, item).name !== name) item = listNext(m.descriptorList, item);
  return item;
}

/** Appends an item to the ready list. It must not be listed. */
export function listItem(m: Machine, source: SourceId, item: number): void {
  touch(m.items, item).listed = true;
  listAppend(m.itemList, source, item);
  const row = touch(m.sources, source);
  settlePending(row, machineNow(m));
  row.pending++;
  if (row.pending > row.pendingMax) row.pendingMax = row.pending;
}

function unlistItem(m: Machine, source: SourceId, item: number): void {
  listRemove(m.itemList, source, item);
  touch(m.items, item).listed = false;
  const row = touch(m.sources, source);
  settlePending(row, machineNow(m));
  row.pending--;
}

/**
 * Takes up to `max` items from the front. A reported level descriptor goes back to the end; a level descriptor that was
 * read in the meantime is dropped without a report. One fetch examines each descriptor once; otherwise it would report the
 * same descriptor for ever.
 */
export function takeItems(m: Machine, source: SourceId, max: number): TakenItem[] {
  const taken: TakenItem[] = [];
  const again: number[] = [];
  while (taken.length < max) {
    const item = listFirst(m.itemList, source);
    if (item === NONE) break;
    unlistItem(m, source, item);
    const { name, tag, trigger, unread } = get(m.items, item);
    if (trigger === 'level' && !unread) continue;
    taken.push({ name, tag });
    if (trigger === 'plain') freeItem(m, item);
    else if (trigger === 'level') again.push(item);
    else if (trigger === 'one-shot') touch(m.items, item).armed = false;
  }
  for (const item of again) listItem(m, source, item);
  return taken;
}

/** Withdraws the newest pending item if it is plain, because the host has no work for it. */
export function withdrawItem(m: Machine, source: SourceId): boolean {
  const item = get(m.sources, source).itemLast;
  if (item === NONE || get(m.items, item).trigger !== 'plain') return false;
  unlistItem(m, source, item);
  freeItem(m, item);
  return true;
}

/** Drops all pending items and descriptors of a destroyed source. Returns the number of pending items. */
export function dropItems(m: Machine, source: SourceId): number {
  let dropped = 0;
  for (let item = listFirst(m.itemList, source); item !== NONE; item = listFirst(m.itemList, source)) {
    const { trigger } = get(m.items, item);
    unlistItem(m, source, item);
    if (trigger === 'plain') freeItem(m, item);
    dropped++;
  }
  for (let item = listFirst(m.descriptorList, source); item !== NONE; ) {
    listRemove(m.descriptorList, source, item);
    drop(m.items, item);
    item = listFirst(m.descriptorList, source);
  }
  return dropped;
}

function freeItem(m: Machine, item: number): void {
  const one = touch(m.one, ONE);
  touch(m.items, item).next = one.itemFree;
  one.itemFree = item;
}
