import type { Millis } from '../../protocol/units.ts';
import type { OperationId } from '../../protocol/ids.ts';
import type { Sliced } from '../sliced.ts';
import { find, get, ids, touch } from '../tables.ts';
import { createDelayQueue, delayQueueOffer, delayQueuePoll } from './delay-queue.ts';
import type { LabMachine } from './lab-model.ts';
import { blockCapacity, growBlock, PAGE_BITS } from './pages.ts';
import { type PurgatoryPort, purgatoryCounts, purgatoryState } from './purgatory-model.ts';
import {
  operationCompleted,
  PART_VISITS,
  purgatoryExpire,
  purgatoryWalkCleared,
  purgatoryWalkLists,
} from './purgatory.ts';
import { dropIfUnreachable, watchedKeys, watchListOperations } from './watch-list.ts';

/**
 * The two former designs (timers/README.md §7): the delay queue of requests with a purge by count, as shipped in 0.8,
 * and the weak references of the redesign proposal, which were never built.
 */

// ---- old: every request in one heap; completion only sets a flag ----

/** Position of a due instant in a record of `machine.dues`, as in the records of a wheel. */
const DUE = 2;
const FLOAT_STRIDE = 3;
/** Number of requests expired, or of lists walked, before a sliced computation yields. */
const PART_EXPIRED = 256;
const PART_KEYS = 256;

/** Adds a request to the heap. It stays there until its timeout is polled or a purge finds it. */
export function oldArm(m: LabMachine, operation: OperationId, timeout: Millis): void {
  if (operation >= blockCapacity(m.dues)) growBlock(m.dues, operation + 1);
  m.dues.floats[operation * FLOAT_STRIDE + DUE] = m.now + timeout;
  m.dues.dirty[operation >> PAGE_BITS] = 1;
  touch(m.purgatory.operations, operation).held = true;
  delayQueueOffer(m.heap, m.dues, operation);
  m.tally.heapOps++;
  m.added++;
}

/** Returns the instant of the earliest request in the heap, or null. */
export function oldNextDue(m: LabMachine): number | null {
  return m.heap.length === 0 ? null : dueOf(m, m.heap.ids[0]!);
}

/**
 * One turn of the old reaper. It expires requests one by one, skips completed ones, and tests for a purge after EACH
 * expiry, and once if its wait ended without an expiry. Returns true if anything was polled.
 */
export function* oldPass(m: LabMachine, port: PurgatoryPort): Sliced<boolean> {
  let polled = false;
  let done = 0;
  while (m.heap.length > 0 && dueOf(m, m.heap.ids[0]!) <= m.now) {
    polled = true;
    const operation = delayQueuePoll(m.heap, m.dues);
    m.tally.heapOps++;
    letGo(m, operation);
    if (operationCompleted(m.purgatory, operation)) {
      m.tally.wastedPops++;
      continue;
    }
    purgatoryExpire(m.purgatory, operation, port);
    // Each test for a purge may scan the whole heap.
    yield* oldPurge(m);
    if (++done % PART_EXPIRED === 0) yield;
  }
  if (!polled) yield* oldPurge(m);
  return polled;
}

/**
 * The rules of §7a. NB both rules also count PENDING requests. With more pending requests than the interval, each
 * expiry scans everything and frees almost nothing. The redesign was made to end this.
 */
function* oldPurge(m: LabMachine): Sliced<void> {
  const { purgeInterval, oldVersion } = m.params;
  if (oldVersion === '0.8.1') {
    if (m.added < purgeInterval) return;
    yield* purgeHeap(m);
    yield* purgatoryWalkLists(m.purgatory);
    m.added = 0;
    return;
  }
  if (purgatoryCounts(m.purgatory).watched >= purgeInterval) yield* purgatoryWalkLists(m.purgatory);
  if (m.heap.length >= purgeInterval) yield* purgeHeap(m);
}

/** Scans the heap once. The real design searched the heap for each removal, which takes quadratic time. */
function* purgeHeap(m: LabMachine): Sliced<void> {
  const entries = [...m.heap.ids.subarray(0, m.heap.length)];
  m.tally.heapPurges++;
  m.tally.timerVisits += entries.length;
  const { compares } = m.heap;
  m.heap = createDelayQueue();
  for (const [i, operation] of entries.entries()) {
    if (i % PART_VISITS === PART_VISITS - 1) yield;
    if (operationCompleted(m.purgatory, operation)) {
      letGo(m, operation);
      m.tally.entriesFreed++;
    } else {
      delayQueueOffer(m.heap, m.dues, operation);
    }
  }
  m.heap.compares = compares;
}

function letGo(m: LabMachine, operation: OperationId): void {
  if (find(m.purgatory.operations, operation) === undefined) return;
  touch(m.purgatory.operations, operation).held = false;
  dropIfUnreachable(m.purgatory, operation);
}

function dueOf(m: LabMachine, operation: OperationId): number {
  return m.dues.floats[operation * FLOAT_STRIDE + DUE]!;
}

// ---- proposed: weak references on the lists, a reference queue, a threshold ----

/**
 * A garbage collection. No strong reference to a completed request exists, so the references of its nodes are cleared
 * and queued. The requests leave memory; the list entries stay.
 */
export function* weakCollect(m: LabMachine): Sliced<void> {
  const p = m.purgatory;
  m.tally.collections++;
  // Fast path: nothing can be collected. A jump of the clock by hours without requests causes thousands of collections.
  if (purgatoryCounts(p).retainedDone === 0) return;
  let visited = 0;
  for (const key of watchedKeys(p)) {
    const listed = watchListOperations(p, key);
    visited += listed.length;
    if (visited > PART_VISITS) {
      visited = 0;
      yield;
    }
    const cleared = listed.filter((operation) => isGarbage(m, operation)).length;
    const queue = m.params.weakCount === 'global' ? 0 : key;
    if (cleared > 0) m.cleared[queue] = (m.cleared[queue] ?? 0) + cleared;
  }
  for (const operation of ids(p.operations)) {
    if (++visited % PART_VISITS === 0) yield;
    if (!isGarbage(m, operation)) continue;
    touch(p.operations, operation).cleared = true;
    purgatoryState(p).retainedDone--;
  }
}

function isGarbage(m: LabMachine, operation: OperationId): boolean {
  const { completed, cleared } = get(m.purgatory.operations, operation);
  return completed && !cleared;
}

/** The end of a reaper's turn: polls the reference queues, and walks a list when its count passes the threshold. */
export function* weakPurge(m: LabMachine): Sliced<void> {
  // Keys that were never watched leave gaps.
  for (const [queue, polled = 0] of m.cleared.entries()) {
    if (polled === 0) continue;
    m.cleared[queue] = 0;
    const count = (m.counted[queue] ?? 0) + polled;
    m.counted[queue] = count > m.params.weakThreshold ? 0 : count;
    if (count <= m.params.weakThreshold) continue;
    const keys = queue === 0 ? watchedKeys(m.purgatory) : [queue];
    for (const [i, key] of keys.entries()) {
      if (i % PART_KEYS === PART_KEYS - 1) yield;
      yield* purgatoryWalkCleared(m.purgatory, key);
    }
  }
}

/** The start of a check: empties the queue and resets the count. The check itself unlinks dead nodes. */
export function weakDrain(m: LabMachine, key: number): void {
  const queue = m.params.weakCount === 'global' ? 0 : key;
  m.cleared[queue] = 0;
  m.counted[queue] = 0;
}
