import type { OperationId } from '../../protocol/ids.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { timerNumber } from './clock-model.ts';
import { find, get, insert, NONE, touch } from '../tables.ts';
import {
  type Operation,
  type Purgatory,
  type PurgatoryPort,
  purgatoryCounts,
  purgatoryState,
} from './purgatory-model.ts';
import {
  dropIfUnreachable,
  watchedKeys,
  watchListAppend,
  watchListCount,
  watchListRemove,
} from './watch-list.ts';

/**
 * The purgatory of today's Kafka (timers/README.md §6). An operation is tried, or else watched under its keys with a
 * timeout. It completes once, which cancels its timer immediately; its nodes stay on the watcher lists until their key
 * is checked, or until a purge.
 *
 * The timer is behind a port. The laboratory gives each purgatory its own wheel (purgatory-wheel.ts). The world uses
 * its one clock, and calls `purgatoryExpire` when the timer of an operation expires.
 */

/** Creates an operation that is not yet tried or watched. `ref` is the owner's reference. */
export function operationCreate(p: Purgatory, ref: number): number {
  return insert(p.operations, {
    ref,
    timer: 0,
    completed: false,
    nodes: 0,
    held: false,
    cleared: false,
  });
}

export function operationCompleted(p: Purgatory, operation: OperationId): boolean {
  return find(p.operations, operation)?.completed ?? true;
}

/**
 * Tries the operation. If its condition is false, adds it to the list of every key, tries again, and starts its timeout.
 * Returns true if a try completed it (if it was the second try, its nodes stay on the lists). Throws if `keys` is empty.
 */
export function purgatoryTryCompleteElseWatch(
  p: Purgatory,
  operation: OperationId,
  timeout: number,
  keys: readonly number[],
  port: PurgatoryPort,
): boolean {
  if (keys.length === 0) throw new Error('purgatory: an operation needs at least one key');
  if (callCondition(p, operation, port)) return true;
  // An operation that was completed before is added to no list, but the count increases nevertheless.
  if (!operationCompleted(p, operation)) for (const key of keys) watchListAppend(p, key, operation);
  purgatoryState(p).estimatedTotal++;
  if (callCondition(p, operation, port)) return true;
  if (operationCompleted(p, operation)) return false;
  const timer = port.arm(operation, timeout);
  if (timer !== 0) {
    touch(p.operations, operation).timer = timer;
    purgatoryState(p).delayed++;
  }
  const { report } = port;
  report?.emit({
    kind: 'operation.watched',
    operation,
    timer: timerNumber(timer),
    keys: keys.map((key) => report.keyName(key)),
  });
  return false;
}

/** Completes the operation if its condition is true. Returns false if the condition is false, or if it was completed before. */
export function purgatoryTryComplete(p: Purgatory, operation: OperationId, port: PurgatoryPort): boolean {
  return !operationCompleted(p, operation) && callCondition(p, operation, port);
}

/**
 * Calls the condition. Only an explicit try checks first whether the operation is completed (safeTryComplete); the two
 * tries of tryCompleteElseWatch count as calls in any case.
 */
function callCondition(p: Purgatory, operation: OperationId, port: PurgatoryPort): boolean {
  purgatoryState(p).tryCompleteCalls++;
  const op = find(p.operations, operation);
  return (
    op !== undefined && !op.completed && port.satisfied(op.ref) && complete(p, operation, port, 'checked')
  );
}

/** Records that the timer of an operation left the wheel. A deferred executor has not run the operation yet. */
export function purgatoryTimerLeft(p: Purgatory, operation: OperationId): void {
  const op = find(p.operations, operation);
  if (op !== undefined && op.timer !== 0) releaseTimer(p, operation);
}

/** Completes the operation by timeout. False when it was completed before. */
export function purgatoryExpire(p: Purgatory, operation: OperationId, port: PurgatoryPort): boolean {
  purgatoryTimerLeft(p, operation);
  if (!complete(p, operation, port, 'expired')) return false;
  purgatoryState(p).expirations++;
  return true;
}

/** Completes once. The nodes stay on the watcher lists: finding them would cost what the design saves. */
function complete(
  p: Purgatory,
  operation: OperationId,
  port: PurgatoryPort,
  cause: 'checked' | 'expired',
): boolean {
  const op = find(p.operations, operation);
  if (op === undefined || op.completed) return false;
  takeOffTimer(p, operation, op, port);
  touch(p.operations, operation).completed = true;
  const state = purgatoryState(p);
  state.completions++;
  state.deadNodes += op.nodes;
  state.retainedDone++;
  port.report?.emit({ kind: 'operation.completed', operation, cause, nodesLeft: op.nodes });
  dropIfUnreachable(p, operation);
  return true;
}

function takeOffTimer(
  p: Purgatory,
  operation: OperationId,
  op: Readonly<Operation>,
  port: PurgatoryPort,
): void {
  if (op.timer === 0) return;
  port.disarm(op.timer);
  releaseTimer(p, operation);
}

function releaseTimer(p: Purgatory, operation: OperationId): void {
  touch(p.operations, operation).timer = 0;
  purgatoryState(p).delayed--;
}

/** The result of a check. `completed` is in list order. `removed` includes nodes of operations completed earlier. */
export interface CheckResult {
  completed: number[];
  visited: number;
  removed: number;
}

/** Walks the list of `key`: tries pending operations and unlinks completed operations. */
export function purgatoryCheck(p: Purgatory, key: number, port: PurgatoryPort): CheckResult {
  const visited = watchListCount(p, key);
  const state = purgatoryState(p);
  state.checks++;
  state.nodeVisits += visited;
  const result: CheckResult = { completed: [], visited, removed: 0 };
  if (visited === 0) return result;
  let node = get(p.lists, key).head;
  while (node !== NONE) {
    const { operation, next } = get(p.nodes, node);
    let done = operationCompleted(p, operation);
    if (!done && purgatoryTryComplete(p, operation, port)) {
      done = true;
      result.completed.push(operation);
    }
    if (done) {
      watchListRemove(p, node);
      result.removed++;
    }
    node = next;
  }
  return result;
}

/**
 * Removes the key and cancels the timers of its operations. Returns all its operations in list order, including completed ones.
 * The operations are NOT completed and stay on their other keys without a timeout, for ever if the owner does not complete them
 * (§6).
 */
export function purgatoryCancelForKey(p: Purgatory, key: number, port: PurgatoryPort): number[] {
  purgatoryState(p).nodeVisits += watchListCount(p, key);
  const cancelled: number[] = [];
  for (let node = find(p.lists, key)?.head ?? NONE; node !== NONE; ) {
    const { operation, next } = get(p.nodes, node);
    takeOffTimer(p, operation, get(p.operations, operation), port);
    cancelled.push(operation);
    watchListRemove(p, node);
    node = next;
  }
  return cancelled;
}

export interface PurgeResult {
  completedEstimate: number;
  triggered: boolean;
  purged: number;
}

/**
 * The test at the end of a reaper pass. Purges when more than `purgeInterval` operations are estimated to be completed
 * but still watched. The estimate is watched minus pending operations; a completion cancels its timer immediately, so
 * the number of timers is exactly the number of pending operations. This subtraction replaced the weak references of
 * the proposal (§7c). The estimate counts operations, so a purge may find several nodes of an operation, or none.
 */
export function purgatoryPurge(p: Purgatory, port: PurgatoryPort): PurgeResult {
  return runToEnd(purgatoryPurgeParts(p, port));
}

export function* purgatoryPurgeParts(p: Purgatory, port: PurgatoryPort): Sliced<PurgeResult> {
  const { estimatedTotal, delayed, purgeInterval, watched } = purgatoryCounts(p);
  const completedEstimate = estimatedTotal - delayed;
  if (completedEstimate <= purgeInterval) return { completedEstimate, triggered: false, purged: 0 };
  // Reset before the walk, as in Kafka: with a deferred executor the walk misses later completions.
  purgatoryState(p).estimatedTotal = delayed;
  const purged = yield* purgatoryWalkLists(p);
  port.report?.emit({
    kind: 'purgatory.purged',
    estimate: completedEstimate,
    interval: purgeInterval,
    visited: watched,
    removed: purged,
  });
  return { completedEstimate, triggered: true, purged };
}

/** Number of nodes visited before a sliced computation yields. */
export const PART_VISITS = 2_000;

/** Unlinks the nodes of completed operations from every list; returns their number. */
export function* purgatoryWalkLists(p: Purgatory): Sliced<number> {
  const state = purgatoryState(p);
  state.purges++;
  state.nodeVisits += state.watched;
  const purged = yield* unlinkIn(p, watchedKeys(p), false);
  purgatoryState(p).purgedNodes += purged;
  return purged;
}

/** Unlinks nodes with cleared references from the list of `key` (proposed design); returns their number. */
export function* purgatoryWalkCleared(p: Purgatory, key: number): Sliced<number> {
  const state = purgatoryState(p);
  state.purges++;
  state.nodeVisits += watchListCount(p, key);
  const purged = yield* unlinkIn(p, [key], true);
  purgatoryState(p).purgedNodes += purged;
  return purged;
}

function* unlinkIn(p: Purgatory, keys: readonly number[], onlyCleared: boolean): Sliced<number> {
  let [removed, visited] = [0, 0];
  for (const key of keys)
    for (let node = get(p.lists, key).head; node !== NONE; ) {
      if (++visited % PART_VISITS === 0) yield;
      const { operation, next } = get(p.nodes, node);
      const op = get(p.operations, operation);
      if (onlyCleared ? op.cleared : op.completed) {
        watchListRemove(p, node);
        removed++;
      }
      node = next;
    }
  return removed;
}
