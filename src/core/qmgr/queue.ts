import type { Seconds } from '../../protocol/units.ts';
import type { FeedbackDecision } from '../../protocol/decisions.ts';
import type { QueueId, TransportId } from '../../protocol/ids.ts';
import { hashFirst, hashInsert, hashRemove, hashOfText } from '../hash-index.ts';
import { listAppend, listRemove } from '../lists.ts';
import { drop, get, insert, NONE, touch } from '../tables.ts';
import { systemSeconds } from './clock.ts';
import { type FeedbackStep, feedbackNegative, feedbackPositive } from './feedback.ts';
import { type Cause, coreOf, type Qmgr, touchCore } from './model.ts';
import { queueIsEmpty } from './queue-room.ts';

/** Operations on one destination of one transport (qmgr/README.md §13–15; qmgr_queue.c). */

export function queueFind(q: Qmgr, transport: TransportId, name: string): QueueId {
  for (let id = hashFirst(q.queueIndex, hashOfText(name, transport)); id !== NONE; ) {
    const queue = get(q.queues, id);
    if (queue.transport === transport && queue.name === name) return id;
    id = queue.hashNext;
  }
  return NONE;
}

/** Creates a destination at the tail of the transport's list, with the initial window. Source: §6.6. */
export function queueCreate(q: Qmgr, transport: TransportId, name: string, nexthop: string): QueueId {
  const id = insert(q.queues, {
    hash: hashOfText(name, transport),
    hashNext: NONE,
    transport,
    name,
    nexthop,
    status: 'ready',
    window: get(q.transports, transport).params.initialDestinationConcurrency,
    success: 0,
    failure: 0,
    failCohorts: 0,
    busyCount: 0,
    todoCount: 0,
    todoFirst: NONE,
    todoLast: NONE,
    busyFirst: NONE,
    busyLast: NONE,
    blockerTag: 0,
    lastDone: 0,
    reuseLoad: false,
    reuseStore: false,
    cause: null,
    retryAt: 0,
    prev: NONE,
    next: NONE,
  });
  hashInsert(q.queueIndex, id);
  listAppend(q.lists.queues, transport, id);
  touchCore(q).queueCount++;
  if (q.port.recording) q.port.emit({ kind: 'queue.created', queue: id, transport, name });
  return id;
}

function queueDrop(q: Qmgr, id: QueueId): void {
  const queue = get(q.queues, id);
  if (queue.status !== 'ready' || !queueIsEmpty(queue)) throw new Error(`queue ${id}: dropped while in use`);
  const { transport, name } = queue;
  if (q.port.recording) q.port.emit({ kind: 'queue.dropped', queue: id, transport, name });
  listRemove(q.lists.queues, transport, id);
  hashRemove(q.queueIndex, id);
  touchCore(q).queueCount--;
  drop(q.queues, id);
}

export function queueDropIfIdle(q: Qmgr, id: QueueId): void {
  const queue = get(q.queues, id);
  if (queue.status === 'ready' && queueIsEmpty(queue)) queueDrop(q, id);
}

function store(q: Qmgr, id: QueueId, step: FeedbackStep, cause: 'positive' | 'negative'): void {
  const { window: from, success, failure, failCohorts } = get(q.queues, id);
  const same = from === step.window && success === step.success && failure === step.failure;
  if (same && failCohorts === step.failCohorts) return;
  const queue = touch(q.queues, id);
  queue.window = step.window;
  queue.success = step.success;
  queue.failure = step.failure;
  queue.failCohorts = step.failCohorts;
  if (q.port.recording && from !== step.window) {
    q.port.emit({ kind: 'queue.window', queue: id, from, to: step.window, cause });
  }
}

function decision(
  q: Qmgr,
  id: QueueId,
  sign: FeedbackDecision['sign'],
  step: FeedbackStep,
  windowBefore: number,
): FeedbackDecision {
  const { transport, name, busyCount } = get(q.queues, id);
  const { params } = get(q.transports, transport);
  const negative = 'destination_concurrency_negative_feedback';
  const cohorts = 'destination_concurrency_failed_cohort_limit';
  const parameter =
    sign === 'negative' ? (step.died ? cohorts : negative) : 'destination_concurrency_positive_feedback';
  return {
    rule: 'feedback',
    sign,
    transport,
    queue: id,
    queueName: name,
    amount: step.amount,
    applied: step.applied,
    windowBefore,
    windowAfter: step.window,
    success: step.success,
    failure: step.failure,
    failCohorts: step.failCohorts,
    cohortLimit: params.failedCohortLimit,
    died: step.died,
    busy: busyCount,
    initialConcurrency: params.initialDestinationConcurrency,
    concurrencyLimit: params.destinationConcurrencyLimit,
    positive: params.positiveFeedback,
    negative: params.negativeFeedback,
    parameter,
    section: 'SCHEDULER_README, Concurrency scheduling',
  };
}

/**
 * A delivery ended without a failure of the destination: feedback if ready, revival if dead, nothing while suspended.
 * The busy count must still include the delivery. Source: §12.3, 13.2.
 */
export function queueSucceeded(q: Qmgr, id: QueueId): void {
  const queue = get(q.queues, id);
  if (queue.status === 'throttled') {
    queueRevive(q, id);
    return;
  }
  if (queue.status !== 'ready') return;
  const { params } = get(q.transports, queue.transport);
  const windowBefore = queue.window;
  const step = feedbackPositive(coreOf(q).feedbackRule, queue, {
    feedback: params.positiveFeedback,
    busy: queue.busyCount,
    initialConcurrency: params.initialDestinationConcurrency,
    limit: params.destinationConcurrencyLimit,
  });
  store(q, id, step, 'positive');
  if (q.port.recording) q.port.decide(decision(q, id, 'positive', step, windowBefore));
}

/** A connection or handshake failed on a ready destination: negative feedback may kill it. Source: §13.3, 14.1. */
export function queueFailed(q: Qmgr, id: QueueId, cause: Cause): void {
  const queue = get(q.queues, id);
  const { params } = get(q.transports, queue.transport);
  const windowBefore = queue.window;
  const step = feedbackNegative(
    coreOf(q).feedbackRule,
    queue,
    params.negativeFeedback,
    params.failedCohortLimit,
  );
  store(q, id, step, 'negative');
  if (q.port.recording) q.port.decide(decision(q, id, 'negative', step, windowBefore));
  if (step.died) throttle(q, id, cause);
}

function throttle(q: Qmgr, id: QueueId, cause: Cause): void {
  const delay = coreOf(q).params.minimalBackoff;
  const queue = touch(q.queues, id);
  queue.status = 'throttled';
  queue.cause = cause;
  queue.retryAt = systemSeconds(q) + delay;
  queue.reuseLoad = false;
  queue.reuseStore = false;
  q.port.requestTimer('queue.revive', id, delay);
  if (q.port.recording) {
    const { transport, name, retryAt: until } = queue;
    q.port.emit({ kind: 'queue.dead', queue: id, transport, name, ...cause, until });
  }
}

/**
 * A dead destination becomes ready: by timer, by success of a delivery in flight, or by a flush. The best window is not
 * known, so the window becomes the number of busy entries, or else the initial window. Source: §14.5.
 */
export function queueRevive(q: Qmgr, id: QueueId): void {
  q.port.cancelTimer('queue.revive', id);
  const queue = touch(q.queues, id);
  const { initialDestinationConcurrency } = get(q.transports, queue.transport).params;
  const from = queue.window;
  queue.status = 'ready';
  queue.cause = null;
  queue.retryAt = 0;
  queue.failCohorts = 0;
  queue.success = 0;
  queue.failure = 0;
  queue.window = queue.busyCount > 0 ? queue.busyCount : initialDestinationConcurrency;
  if (!q.port.recording) return;
  const { transport, name, window: to } = queue;
  q.port.emit({ kind: 'queue.revived', queue: id, transport, name });
  q.port.emit({ kind: 'queue.window', queue: id, from, to, cause: 'revived' });
  const step = { window: to, success: 0, failure: 0, failCohorts: 0, amount: 0, applied: true, died: false };
  q.port.decide(decision(q, id, 'revival', step, from));
}

/** A ready destination pauses for the rate delay, in seconds. Source: §15.1–15.2. */
export function queueSuspend(q: Qmgr, id: QueueId, delay: Seconds): void {
  const queue = touch(q.queues, id);
  queue.status = 'suspended';
  queue.retryAt = systemSeconds(q) + delay;
  q.port.requestTimer('queue.resume', id, delay);
  if (q.port.recording) {
    const { transport, name, retryAt: until } = queue;
    q.port.emit({ kind: 'queue.suspended', queue: id, transport, name, until });
  }
}

/** The pause is over. The window becomes 1: a rate delay means one delivery at a time. Source: §15.3. */
export function queueResume(q: Qmgr, id: QueueId): void {
  const queue = touch(q.queues, id);
  const from = queue.window;
  queue.status = 'ready';
  queue.window = 1;
  queue.retryAt = 0;
  if (!q.port.recording) return;
  const { transport, name } = queue;
  q.port.emit({ kind: 'queue.resumed', queue: id, transport, name });
  if (from !== 1) q.port.emit({ kind: 'queue.window', queue: id, from, to: 1, cause: 'resumed' });
}
