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
 * Purgatory as in today's Kafka (timers/README.md §6): an operation is tried, else watched under its keys and given a
 * timeout. Completion happens once and takes it off the timer at once; its nodes stay on the watcher lists until
 * that key is checked, or until a purge.
 *
 * The timer is behind a port: the laboratory gives each purgatory a wheel of its own (purgatory-wheel.ts), the world
 * uses its one clock, calling `purgatoryExpire` when the clock gives out the timer of an operation.
 */

/** A new operation, neither tried nor watched yet. `ref` is the owner's. */
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

/** True when the operation is over. */
export function operationCompleted(p: Purgatory, operation: OperationId): boolean {
  return find(p.operations, operation)?.completed ?? true;
}

/**
 * Tries the operation; when its condition is not true, puts it on the list of every key, tries again, and starts its
 * timeout. Returns true when one of the tries completed it (after the second its nodes stay behind). Throws on an
 * empty list of keys.
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
  // The try may have found it completed before, in which case nothing is linked: the count goes up all the same.
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

/** Completes the operation if its condition is true; false when it is not, or was completed before. */
export function purgatoryTryComplete(p: Purgatory, operation: OperationId, port: PurgatoryPort): boolean {
  return !operationCompleted(p, operation) && callCondition(p, operation, port);
}

/**
 * Calls the condition. Only an explicit try looks first whether the operation is over (safeTryComplete): the two of
 * tryCompleteElseWatch call it in any case.
 */
function callCondition(p: Purgatory, operation: OperationId, port: PurgatoryPort): boolean {
  purgatoryState(p).tryCompleteCalls++;
  const op = find(p.operations, operation);
  return (
    op !== undefined && !op.completed && port.satisfied(op.ref) && complete(p, operation, port, 'checked')
  );
}

/** Its timer left the wheel, but the executor has not run it yet (only with a deferred executor). */
export function purgatoryTimerLeft(p: Purgatory, operation: OperationId): void {
  const op = find(p.operations, operation);
  if (op !== undefined && op.timer !== 0) releaseTimer(p, operation);
}

/** The timeout of the operation: completes it. False when something else did before. */
export function purgatoryExpire(p: Purgatory, operation: OperationId, port: PurgatoryPort): boolean {
  purgatoryTimerLeft(p, operation);
  if (!complete(p, operation, port, 'expired')) return false;
  purgatoryState(p).expirations++;
  return true;
}

/** Completion happens once. It touches no watcher list: finding the nodes would cost what the design saves. */
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

/** Outcome of a check: `completed` in list order; `removed` counts nodes, those found completed too. */
export interface CheckResult {
  completed: number[];
  visited: number;
  removed: number;
}

/** Walks the list of `key`: completed operations are unlinked, the others tried and unlinked when that completes them. */
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
 * Removes the key and takes the timers of its operations off; returns them in list order, completed ones too. They are
 * NOT completed and stay on their other keys, now without timeout: what the owner does not complete stays for ever (§6).
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

/** Outcome of the test for a purge. */
export interface PurgeResult {
  completedEstimate: number;
  triggered: boolean;
  purged: number;
}

/**
 * The test at the end of a reaper pass, and the purge when more than `purgeInterval` operations are estimated to be
 * completed but still watched. The estimate is watched operations − pending ones: since completion leaves the timer at
 * once, its size is the number of pending operations exactly. This one subtraction is what replaced the proposal's
 * weak references (§7c). It counts operations, so a purge may find several nodes of each, or none.
 */
export function purgatoryPurge(p: Purgatory, port: PurgatoryPort): PurgeResult {
  return runToEnd(purgatoryPurgeParts(p, port));
}

/** The same in parts. */
export function* purgatoryPurgeParts(p: Purgatory, port: PurgatoryPort): Sliced<PurgeResult> {
  const { estimatedTotal, delayed, purgeInterval, watched } = purgatoryCounts(p);
  const completedEstimate = estimatedTotal - delayed;
  if (completedEstimate <= purgeInterval) return { completedEstimate, triggered: false, purged: 0 };
  // Reset before the walk, as the real one: with a deferred executor the walk misses what completes after it.
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

/** Nodes visited in one part. */
export const PART_VISITS = 2_000;

/** Walks every list and unlinks the nodes of completed operations; returns how many. */
export function* purgatoryWalkLists(p: Purgatory): Sliced<number> {
  const state = purgatoryState(p);
  state.purges++;
  state.nodeVisits += state.watched;
  const purged = yield* unlinkIn(p, watchedKeys(p), false);
  purgatoryState(p).purgedNodes += purged;
  return purged;
}

/** Walks the list of `key` and unlinks the nodes whose references were cleared (proposed design). */
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
