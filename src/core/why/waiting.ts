import type { JobId, MessageId, QueueId, TransportId, OperationId } from '../../protocol/ids.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import type { WhyReason } from '../../protocol/why.ts';
import { listIds } from '../lists.ts';
import { CORE, coreOf, type MessageRow } from '../qmgr/model.ts';
import { find, get, NONE } from '../tables.ts';
import { clockHas } from '../timers/clock.ts';
import { clockTaskOf, recordOf } from '../timers/clock-model.ts';
import { nextScan } from '../world/mail-queues.ts';
import { numberOf } from '../world/ledger.ts';
import { poolIdOf, poolOf } from '../world/pools.ts';
import type { World } from '../world/state.ts';

/** Largest number of messages that a reason names. */
const MOST_NUMBERS = 8;

/** Returns what a message waits for now, which limit applies and until when; most entries first. */
export function whyMessageWaits(world: World, msg: MessageId): WhyReason[] {
  const { qmgr, ledger } = world;
  const book = get(ledger.messages, msg);
  const message = find(qmgr.messages, msg);
  if (message === undefined)
    return [{ rule: 'message.done', at: book.doneAt, delivered: book.delivered, returned: book.bounced }];
  if (message.status === 'incoming') return [whyIncoming(world, message)];
  if (message.status === 'hold') return [{ rule: 'message.hold' }];
  if (message.status === 'deferred') {
    return [
      {
        rule: 'message.deferred',
        retry: message.fileTime * MICROS_PER_SECOND,
        scan: nextScan(world, message.fileTime),
      },
    ];
  }
  if (message.awaitsBounce) return [{ rule: 'message.bounce' }];
  const reasons = listIds(qmgr.lists.jobsOfMessage, msg).flatMap((job) => waitsOfJob(world, job));
  if (message.unread > 0) reasons.push({ rule: 'message.unread', recipients: message.unread });
  return reasons.sort((a, b) => size(b) - size(a));
}

/** A message in the incoming queue. If no scan is running, an agent of an earlier queue manager still locks it. */
function whyIncoming(world: World, message: Readonly<MessageRow>): WhyReason {
  const { params, messageCount, incomingScan } = coreOf(world.qmgr);
  const { locks, fileTime } = message;
  if (incomingScan.status !== 'running') {
    const retry = fileTime * MICROS_PER_SECOND;
    return { rule: 'message.locked', retry, scan: nextScan(world, fileTime), agents: locks };
  }
  const limit = params.messageActiveLimit;
  return { rule: 'message.incoming', limit, full: messageCount >= limit };
}

function size(reason: WhyReason): number {
  if ('count' in reason) return reason.count;
  return reason.rule === 'message.unread' ? reason.recipients : 0;
}

function waitsOfJob(world: World, job: JobId): WhyReason[] {
  return [...deliveringOf(world, job), ...todoOf(world, job)];
}

/** Entries with an agent: what the client waits for, and when it times out. One reason for each destination and phase. */
function deliveringOf(world: World, job: JobId): WhyReason[] {
  const found = new Map<string, WhyReason & { rule: 'entries.delivering' }>();
  for (const id of find(world.ledger.jobs, job)?.open ?? []) {
    const { queueName, phase, operation } = get(world.deliveries, id);
    const key = `${phase} ${queueName}`;
    const known = found.get(key);
    if (known !== undefined) known.count++;
    else {
      const until = patienceEnd(world, operation);
      found.set(key, { rule: 'entries.delivering', count: 1, destination: queueName, phase, until });
    }
  }
  return [...found.values()];
}

/** Returns when the timeout of a waiting operation is due; −1 = no timeout, because its reply has been scheduled. */
function patienceEnd(world: World, operation: OperationId): Micros {
  const timer = find(world.purgatory.operations, operation)?.timer ?? NONE;
  return clockHas(world.clock, timer) ? clockTaskOf(world.clock, recordOf(world.clock, timer)).due : -1;
}

/** Waiting entries, by destination. Checks the destination's own limit first, then agents, then the job list. */
function todoOf(world: World, jobId: JobId): WhyReason[] {
  const { qmgr } = world;
  const job = get(qmgr.jobs, jobId);
  const transport = get(qmgr.transports, job.transport);
  const reasons: WhyReason[] = [];
  let selectable = 0;
  for (const peerId of listIds(qmgr.lists.peers, jobId)) {
    const peer = get(qmgr.peers, peerId);
    const count = listIds(qmgr.lists.entriesOfPeer, peerId).length;
    if (count === 0) continue;
    const reason = queueHolds(world, peer.queue, count);
    if (reason === null) selectable += count;
    else reasons.push(reason);
  }
  if (selectable === 0) return reasons;
  const pool = poolOf(world, job.transport);
  const full = groupFull(world, job.transport);
  if (pool.busyCount >= pool.limit) {
    reasons.push({ rule: 'entries.agents', count: selectable, transport: transport.name, limit: pool.limit });
  } else if (full !== null) {
    reasons.push({
      rule: 'entries.runnable',
      count: selectable,
      transport: transport.name,
      runnable: full.runnable,
      limit: full.limit,
    });
  } else {
    const current = transport.currentJob === NONE ? 0 : get(qmgr.jobs, transport.currentJob).message;
    const number = current === 0 ? 0 : numberOf(world.ledger, current);
    reasons.push({ rule: 'entries.behind', count: selectable, transport: transport.name, current: number });
  }
  return reasons;
}

/** Returns the reason why a destination takes none of `count` waiting entries now; null if it has room. */
export function queueHolds(world: World, id: QueueId, count: number): WhyReason | null {
  const queue = get(world.qmgr.queues, id);
  const destination = queue.name;
  const until = queue.retryAt * MICROS_PER_SECOND;
  if (queue.status === 'throttled') {
    return { rule: 'entries.dead', count, destination, until, cause: queue.cause?.reason ?? '' };
  }
  if (queue.status === 'suspended') return { rule: 'entries.rate-delay', count, destination, until };
  if (queue.window > queue.busyCount) return null;
  const { window, busyCount: busy } = queue;
  return { rule: 'entries.window', count, destination, window, busy, by: busyNumbers(world, id) };
}

/** Returns the messages with a delivery at this destination, each once. */
function busyNumbers(world: World, queue: QueueId): number[] {
  const numbers = listIds(world.qmgr.lists.busy, queue).map((entry) =>
    numberOf(world.ledger, get(world.qmgr.entries, entry).message),
  );
  return [...new Set(numbers)].slice(0, MOST_NUMBERS);
}

/** Returns the state of a destination: dead, rate delay, full, or ready. */
export function whyDestination(world: World, id: QueueId): WhyReason {
  const queue = get(world.qmgr.queues, id);
  const { params } = get(world.qmgr.transports, queue.transport);
  const until = queue.retryAt * MICROS_PER_SECOND;
  if (queue.status === 'throttled') {
    const cause = queue.cause?.reason ?? '';
    return {
      rule: 'destination.dead',
      until,
      cause,
      cohorts: queue.failCohorts,
      limit: params.failedCohortLimit,
    };
  }
  if (queue.status === 'suspended') {
    return { rule: 'destination.rate-delay', until, delay: params.destinationRateDelay };
  }
  const { window, busyCount: busy, todoCount: todo } = queue;
  if (window <= busy) return { rule: 'destination.full', window, by: busyNumbers(world, id) };
  return { rule: 'destination.ready', window, busy, todo };
}

/** Explains why the transport gets no connection now, in the order of qmgr/README.md §16.1, or else why no agent answers. */
export function whyNotTransport(world: World, id: TransportId): WhyReason {
  const { qmgr } = world;
  const transport = get(qmgr.transports, id);
  if (transport.status === 'throttled') {
    const until = transport.retryAt * MICROS_PER_SECOND;
    return { rule: 'transport.dead', until, cause: transport.cause?.reason ?? '' };
  }
  if (transport.rateLocked) return { rule: 'transport.rate-lock' };
  const pool = poolOf(world, id);
  if (transport.pending > 0 && pool.busyCount >= pool.limit)
    return { rule: 'transport.agents', limit: pool.limit };
  const full = groupFull(world, id);
  if (transport.pending > 0 && full !== null) {
    return { rule: 'transport.runnable', ...full };
  }
  if (transport.pending >= 2) return { rule: 'transport.pending', pending: transport.pending };
  let need = transport.pending + 1;
  for (const queueId of listIds(qmgr.lists.queues, id)) {
    const queue = get(qmgr.queues, queueId);
    if (queue.status === 'ready') need -= Math.min(queue.window - queue.busyCount, queue.todoCount);
    if (need <= 0) return { rule: 'transport.turn' };
  }
  return { rule: 'transport.nothing', need };
}

interface FullGroup {
  pending: number;
  runnable: number;
  limit: number;
}

/** Count and limit of the transport's group if it admits no thread; null if it has room, or without a group. */
function groupFull(world: World, transport: TransportId): FullGroup | null {
  if (world.threads === null) return null;
  const { machine, pools } = world.threads;
  const { group, source } = get(pools, poolIdOf(world, transport)).parts;
  if (group === NONE) return null;
  const { runnable, limit } = get(machine.groups, group);
  return runnable >= limit ? { pending: get(machine.sources, source).pending, runnable, limit } : null;
}

export function transportByName(world: World, name: string): number {
  return (
    listIds(world.qmgr.lists.transports, CORE).find((id) => get(world.qmgr.transports, id).name === name) ??
    NONE
  );
}
