import type { JobId } from '../protocol/ids.ts';
import type { CellState, JobRow } from '../protocol/rows.ts';
import { listIds } from './lists.ts';
import { find, get, revOf } from './tables.ts';
import { CELLS_KEPT, numberOf } from './world/ledger.ts';
import type { World } from './world/state.ts';

interface Todo {
  selectable: number;
  blocked: number;
  /** For each peer: its waiting entries, and whether its destination has room. The row's `rev` includes them. */
  marks: number[];
}

/** Counts the waiting entries of a job: selectable if their destination has room now, else blocked. */
function countTodo(world: World, job: JobId): Todo {
  const { qmgr } = world;
  const todo: Todo = { selectable: 0, blocked: 0, marks: [] };
  for (const peerId of listIds(qmgr.lists.peers, job)) {
    const peer = get(qmgr.peers, peerId);
    const queue = get(qmgr.queues, peer.queue);
    const open = queue.status === 'ready' && queue.window > queue.busyCount;
    const waiting = listIds(qmgr.lists.entriesOfPeer, peerId).length;
    if (open) todo.selectable += waiting;
    else todo.blocked += waiting;
    todo.marks.push(waiting * 2 + (open ? 1 : 0));
  }
  return todo;
}

export function blockedShare(world: World, id: JobId): number {
  const { selectable, blocked } = countTodo(world, id);
  return blocked === 0 ? 0 : blocked / (blocked + selectable);
}

export function jobRow(world: World, id: JobId): JobRow {
  const { qmgr, ledger } = world;
  const job = get(qmgr.jobs, id);
  const message = get(qmgr.messages, job.message);
  const transport = get(qmgr.transports, job.transport);
  const book = find(ledger.jobs, id);
  const todo = countTodo(world, id);
  const open = book?.open ?? [];
  const failed = book?.failedCount ?? 0;
  const counts: Record<CellState, number> = {
    d: job.selectedEntries - open.length - failed,
    f: failed,
    b: open.length,
    s: todo.selectable,
    x: todo.blocked,
  };
  const cost = transport.params.deliverySlotCost;
  const blocker = job.blockerTag === transport.blockerTag;
  return {
    id,
    rev: mixRevs([
      revOf(qmgr.jobs, id),
      revOf(qmgr.messages, job.message),
      revOf(ledger.jobs, id),
      cost,
      blocker ? 1 : 0,
      ...todo.marks,
    ]),
    transport: job.transport,
    msg: job.message,
    number: numberOf(ledger, job.message),
    level: job.level,
    parent: job.parent,
    children: listIds(qmgr.lists.children, id),
    gone: [...(book?.gone ?? [])],
    blocker,
    queued: message.queuedAt,
    read: job.readEntries,
    selected: job.selectedEntries,
    unread: message.unread,
    counts,
    cells:
      job.readEntries > CELLS_KEPT
        ? ''
        : cellsOf(world, counts, job.selectedEntries, open, book?.failed ?? []),
    cost,
    deliverySlotsAvailable: job.deliverySlotsAvailable,
    spends: (book?.spends ?? []).map((spend) => ({ ...spend })),
    recipientCount: job.recipientCount,
    recipientSlots: job.recipientLimit,
  };
}

/** Returns one letter for each entry: handed-over entries in the order of selection, then waiting ones. */
function cellsOf(
  world: World,
  counts: Record<CellState, number>,
  selected: number,
  open: readonly number[],
  failed: readonly number[],
): string {
  const cells: CellState[] = Array.from({ length: selected }, () => 'd');
  for (const ordinal of failed) cells[ordinal] = 'f';
  for (const delivery of open) cells[get(world.deliveries, delivery).ordinal] = 'b';
  return cells.join('') + 's'.repeat(counts.s) + 'x'.repeat(counts.x);
}

/**
 * Mixes the `rev`s of all records that a row shows into one number; equal numbers mean an equal row. The maximum is not
 * enough: after a step back, an older state of one record may be combined with a newer state of another.
 */
export function mixRevs(revs: readonly number[]): number {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (const rev of revs) {
    a = Math.imul(a ^ rev, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b + rev, 0xc2b2ae35);
    b ^= b >>> 13;
  }
  return (a >>> 0) * 0x200000 + (b >>> 11);
}
