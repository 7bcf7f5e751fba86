/** Event sources: creation, posting, binding to a group, destruction (threads/README.md §3, §9, §10, §11). */
import type { PoolId } from '../../protocol/ids.ts';
import type { GroupId, SourceId, SourceKind, ThreadId, WakeOrder } from '../../protocol/threads.ts';
import { listIds } from '../lists.ts';
import { get, ids, insert, NONE, touch } from '../tables.ts';
import { freeIfUnused, joinGroup, leaveGroup } from './group.ts';
import { createDescriptorItem, createPlainItem, dropItems, findDescriptor, listItem } from './items.ts';
import type { Errno, Trigger } from './model.ts';
import { type Machine, machineNow } from './tables.ts';
import { releaseAll, wakeOnPost } from './wake.ts';

export interface SourceSettings {
  readonly name: string;
  readonly kind: SourceKind;
  /** For AIO only. `today`: as in the present kernel (default). `intended`: as the document describes all sources (§8). */
  readonly aioMode?: 'today' | 'intended';
  /** Order in which waiters are woken. Default `lifo`, as for threads on one epoll descriptor. */
  readonly wake?: WakeOrder;
  readonly transport?: PoolId;
}

export function createSource(m: Machine, settings: SourceSettings): SourceId {
  return insert(m.sources, {
    name: settings.name,
    transport: settings.transport ?? NONE,
    kind: settings.kind,
    wake: settings.wake ?? 'lifo',
    eager: settings.kind === 'epoll' || settings.aioMode === 'intended',
    group: NONE,
    destroyed: false,
    pool: NONE,
    itemFirst: NONE,
    itemLast: NONE,
    pending: 0,
    descriptorFirst: NONE,
    descriptorLast: NONE,
    waitFirst: NONE,
    waitLast: NONE,
    waiting: 0,
    gateFirst: NONE,
    gateLast: NONE,
    since: machineNow(m),
    pendingIntegral: 0,
    pendingMax: 0,
  });
}

/**
 * Posts a plain item, then applies wake rule W1 (wake.ts). `tag` is the host's number for the item. Returns false,
 * without effect, if the source is destroyed.
 */
export function postItem(m: Machine, source: SourceId, name: string, tag: number): boolean {
  if (get(m.sources, source).destroyed) return false;
  arrive(m, source, createPlainItem(m, source, name, tag));
  return true;
}

/**
 * Reports activity on a descriptor. The first post registers it; later values of `trigger` are ignored. A descriptor is on
 * the list at most once: a post on a listed descriptor only marks it unread and wakes no thread, because wake rule W1 is
 * for items that are put on the list (§6). Returns false for AIO, which knows only completions, and for a destroyed source.
 */
export function postDescriptor(
  m: Machine,
  source: SourceId,
  name: string,
  tag: number,
  trigger: Trigger,
): boolean {
  const { destroyed, kind } = get(m.sources, source);
  if (destroyed || kind === 'aio') return false;
  let item = findDescriptor(m, source, name);
  if (item === NONE) item = createDescriptorItem(m, source, name, tag, trigger);
  const row = touch(m.items, item);
  row.unread = true;
  if (!row.listed && row.armed) arrive(m, source, item);
  return true;
}

function arrive(m: Machine, source: SourceId, item: number): void {
  listItem(m, source, item);
  if (m.port.recording) {
    const { name, transport, pending } = get(m.sources, source);
    m.port.emit({ kind: 'source.posted', transport, source, name, item: get(m.items, item).name, pending });
  }
  wakeOnPost(m, source);
}

/** Marks a descriptor as read. A level-triggered descriptor stays on the list until a fetch examines it. */
export function readDescriptor(m: Machine, source: SourceId, name: string): boolean {
  const item = findDescriptor(m, source, name);
  if (item === NONE) return false;
  touch(m.items, item).unread = false;
  return true;
}

/** Rearms a one-shot descriptor. If it has unread data, posts it now. */
export function rearmDescriptor(m: Machine, source: SourceId, name: string): boolean {
  const item = findDescriptor(m, source, name);
  if (item === NONE) return false;
  const row = touch(m.items, item);
  row.armed = true;
  if (row.unread && !row.listed) arrive(m, source, item);
  return true;
}

/**
 * Binds a source to a group for life (§9). Threads blocked in a fetch on it are adopted; they sleep, so no count
 * changes. A thread that was woken but has not run yet is not adopted now. Binding the same pair again succeeds.
 *
 * The patch adopts by waking all waiters, so the count jumps for a moment. The result is the same; the transient is
 * not modelled (§12 no. 4).
 */
export function bindSource(m: Machine, source: SourceId, group: GroupId): Errno | null {
  const bound = get(m.sources, source).group;
  const other = get(m.groups, group).source;
  if (bound === group) return null;
  if (bound !== NONE || other !== NONE) return 'EBUSY';
  touch(m.sources, source).group = group;
  touch(m.groups, group).source = source;
  const waiting = listIds(m.waiterStack, source);
  for (const thread of waiting) adoptThread(m, thread, group);
  // Searches all threads, because binding is too rare to keep a list of woken threads.
  for (const thread of ids(m.threads)) {
    const row = get(m.threads, thread);
    if (row.source === source && row.woken && row.group !== group) touch(m.threads, thread).outsider = true;
  }
  if (m.port.recording) {
    const { name, transport } = get(m.sources, source);
    const groupName = get(m.groups, group).name;
    m.port.emit({ kind: 'source.bound', transport, source, name, group, groupName, adopted: waiting.length });
  }
  return null;
}

/** Moves a sleeping thread to the group of the source it waits on. */
export function adoptThread(m: Machine, thread: ThreadId, group: GroupId): void {
  if (get(m.threads, thread).group === group) return;
  leaveGroup(m, thread, 'adopted');
  joinGroup(m, thread, group, 'adopted');
}

/**
 * Destroys a source (§10): drops pending items and immediately releases all waiters, even above the limit. The group may be
 * bound to another source; its threads stay associated.
 */
export function destroySource(m: Machine, source: SourceId): void {
  const row = touch(m.sources, source);
  const { group, name, transport } = row;
  row.destroyed = true;
  row.group = NONE;
  const dropped = dropItems(m, source);
  if (group !== NONE) touch(m.groups, group).source = NONE;
  const released = releaseAll(m, source, 'destroy');
  if (m.port.recording) {
    m.port.emit({ kind: 'source.destroyed', transport, source, name, dropped, released });
  }
  if (group !== NONE) freeIfUnused(m, group);
}
