import type { Millis } from '../../protocol/units.ts';
import type { Sliced } from '../sliced.ts';
import { type LabCounters, type LabMachine, type LabOp } from './lab-model.ts';
import { oldArm, oldNextDue, oldPass, weakCollect, weakDrain, weakPurge } from './legacy.ts';
import { type PurgatoryPort, purgatoryCounts } from './purgatory-model.ts';
import {
  operationCreate,
  purgatoryCheck,
  purgatoryPurgeParts,
  purgatoryTryCompleteElseWatch,
} from './purgatory.ts';
import { purgatoryRunExpired, purgatoryTakeReady, wheelPort } from './purgatory-wheel.ts';
import { wheelAdvance, wheelLag, wheelNextExpiration } from './wheel.ts';

/** Drives the three designs of lab-model.ts with one stream of requests, and reads their counters. */

/**
 * Lets the reaper work until the instant of `op`, then applies it. Sliced: thousands of requests may be due at one
 * instant, and each may scan everything. Throws when `at` is in the past.
 */
export function* labApply(m: LabMachine, op: LabOp): Sliced<void> {
  if (!Number.isSafeInteger(op.at) || op.at < m.now)
    throw new Error(`lab: ${op.kind} at ${op.at}, before now ${m.now}`);
  yield* labAdvance(m, op.at);
  const port = portOf(m);
  if (op.kind === 'arrive') {
    const operation = operationCreate(m.purgatory, op.op);
    m.operations[op.op] = operation;
    m.tally.arrivals++;
    purgatoryTryCompleteElseWatch(m.purgatory, operation, op.timeout, op.keys, port);
    if (m.design !== 'old') purgatoryRunExpired(m.purgatory, purgatoryTakeReady(m.purgatory, m.wheel), port);
  } else if (op.kind === 'satisfy') {
    m.satisfied[op.op] = true;
  } else if (op.kind === 'check') {
    if (m.design === 'proposed') weakDrain(m, op.key);
    purgatoryCheck(m.purgatory, op.key, port);
  }
  noteMost(m);
}

/** Advances the time. The reaper wakes for each due bucket or request, and whenever its wait ends. */
function* labAdvance(m: LabMachine, to: Millis): Sliced<void> {
  const { collectEvery, reaperWait } = m.params;
  for (;;) {
    const timer = m.design === 'old' ? oldNextDue(m) : wheelNextExpiration(m.wheel);
    const wake = Math.max(m.now, Math.min(timer ?? Infinity, m.lastPass + reaperWait));
    const collect = m.design === 'proposed' ? (m.tally.collections + 1) * collectEvery : Infinity;
    if (Math.min(wake, collect) > to) break;
    if (collect <= wake) {
      setNow(m, collect);
      yield* weakCollect(m);
    } else {
      setNow(m, wake);
      yield* reaperPass(m);
    }
  }
  setNow(m, to);
}

function setNow(m: LabMachine, now: Millis): void {
  m.now = now;
  wheelLag(m.wheel, now);
}

/** Number of requests run before a sliced computation yields. */
const PART = 256;

function* reaperPass(m: LabMachine): Sliced<void> {
  const port = portOf(m);
  const visitsBefore = visits(m);
  const { collections } = m.tally;
  // Only a collection fills the reference queues, and a pass empties them.
  const cleared = collections > 0 && collections * m.params.collectEvery >= m.lastPass;
  m.lastPass = m.now;
  m.tally.wakeups++;
  let polled: boolean;
  if (m.design === 'old') {
    polled = yield* oldPass(m, port);
  } else {
    polled = wheelAdvance(m.wheel, m.now);
    const ready = purgatoryTakeReady(m.purgatory, m.wheel);
    for (let i = 0; i < ready.length; i += PART) {
      if (i > 0) yield;
      purgatoryRunExpired(m.purgatory, ready.slice(i, i + PART), port);
    }
    if (m.design === 'today') yield* purgatoryPurgeParts(m.purgatory, port);
    else if (cleared) yield* weakPurge(m);
  }
  if (!polled) m.tally.emptyWakeups++;
  m.tally.longestPause = Math.max(m.tally.longestPause, visits(m) - visitsBefore);
  noteMost(m);
}

function visits(m: LabMachine): number {
  return purgatoryCounts(m.purgatory).nodeVisits + m.tally.timerVisits;
}

function portOf(m: LabMachine): PurgatoryPort {
  const satisfied = (ref: number): boolean => m.satisfied[ref] === true;
  if (m.design !== 'old') return wheelPort(m.wheel, satisfied);
  return {
    satisfied,
    // A completion does not reach the heap, so there is no timer to cancel, and its id is 0.
    arm(operation, timeout) {
      oldArm(m, operation, timeout);
      return 0;
    },
    disarm() {},
  };
}

function noteMost(m: LabMachine): void {
  const { watched, deadNodes, retainedDone } = purgatoryCounts(m.purgatory);
  const { tally } = m;
  tally.maxNodes = Math.max(tally.maxNodes, watched);
  tally.maxDeadNodes = Math.max(tally.maxDeadNodes, deadNodes);
  tally.maxRetainedDone = Math.max(tally.maxRetainedDone, retainedDone);
}

export function labCounters(m: LabMachine): LabCounters {
  const { tally, wheel, heap } = m;
  const { counters, queue } = wheel;
  const state = purgatoryCounts(m.purgatory);
  return {
    heapOps: tally.heapOps + counters.dqOffers + counters.dqPolls,
    heapSteps: heap.compares + queue.compares,
    // Each stored task was linked once and, if it is gone, unlinked once. A cascade does both.
    linkOps: 2 * counters.inserts - wheel.count + 2 * counters.cascades,
    cascades: counters.cascades,
    nodeVisits: state.nodeVisits,
    timerVisits: tally.timerVisits,
    wakeups: tally.wakeups,
    emptyWakeups: tally.emptyWakeups,
    wastedPops: tally.wastedPops,
    purges: state.purges + tally.heapPurges,
    nodesFreed: state.purgedNodes,
    entriesFreed: tally.entriesFreed,
    longestPause: tally.longestPause,
    collections: tally.collections,
    completed: state.completions - state.expirations,
    expired: state.expirations,
    pending: tally.arrivals - state.completions,
    nodes: state.watched,
    maxNodes: tally.maxNodes,
    deadNodes: state.deadNodes,
    maxDeadNodes: tally.maxDeadNodes,
    retainedDone: state.retainedDone,
    maxRetainedDone: tally.maxRetainedDone,
  };
}
