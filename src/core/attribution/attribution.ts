import type { MessageId, JobId, QueueId } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import type { WaitShare, WaitCause } from '../../protocol/waits.ts';
import { find, get, ids, NONE } from '../tables.ts';
import type { World } from '../world/state.ts';
import { listIds } from '../lists.ts';
import type { MessageRow } from '../qmgr/model.ts';
import { numberOf } from '../world/ledger.ts';
import { poolOf } from '../world/pools.ts';

/**
 * Divides the waiting time of messages over causes while a run advances. The state is constant between two steps, so each
 * interval is split by the weights of that state. Rounding remainders go to the largest fractions, so the shares of a message
 * always add up to exactly its waiting time.
 */
export interface WaitSums {
  /** Waiting time is attributed up to this instant. */
  until: Micros;
  /** The messages whose waiting time is attributed; null = all messages. */
  readonly only: ReadonlySet<MessageId> | null;
  readonly messages: Map<MessageId, WaitSum>;
}

interface WaitSum {
  total: Micros;
  readonly shares: Map<string, WaitShare>;
}

export function createWaits(from: Micros, only: readonly MessageId[] | null): WaitSums {
  return { until: from, only: only === null ? null : new Set(only), messages: new Map() };
}

/** Copies the sums, so that a change of one copy does not affect the other. */
export function copyWaits({ until, only, messages }: WaitSums): WaitSums {
  const copied = [...messages].map(([msg, { total, shares }]): [MessageId, WaitSum] => [
    msg,
    { total, shares: new Map([...shares].map(([key, share]) => [key, { ...share }])) },
  ]);
  return { until, only, messages: new Map(copied) };
}

/** Attributes the time up to `at`. The state must not have changed since `until`. */
export function addWaits(sums: WaitSums, world: World, at: Micros): void {
  const { until } = sums;
  if (at <= until) return;
  sums.until = at;
  for (const msg of sums.only ?? ids(world.qmgr.messages)) {
    if (find(world.qmgr.messages, msg) === undefined) continue;
    const { injected } = get(world.ledger.messages, msg);
    addWait(sums, world, msg, at - Math.max(until, injected));
  }
}

function addWait(sums: WaitSums, world: World, msg: MessageId, time: Micros): void {
  if (time <= 0) return;
  const held = waitWeights(world, msg);
  let sum = sums.messages.get(msg);
  if (sum === undefined) sums.messages.set(msg, (sum = { total: 0, shares: new Map() }));
  sum.total += time;
  for (const [i, part] of divide(time, held).entries()) {
    const by = held[i]?.by ?? [];
    for (const [j, share] of divide(part, by).entries()) {
      const one = by[j];
      if (one !== undefined && share > 0) addShare(sum.shares, one, share);
    }
  }
}

function addShare(
  shares: Map<string, WaitShare>,
  { cause, number, destination }: Weight,
  time: Micros,
): void {
  const key = `${cause} ${number} ${destination}`;
  const share = shares.get(key);
  if (share === undefined) shares.set(key, { cause, number, destination, time });
  else share.time += time;
}

/** Splits `time` into whole microseconds in proportion to the weights. The parts add up to `time`. */
export function divide(time: Micros, weights: readonly { weight: number }[]): Micros[] {
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  const parts = weights.map(({ weight }) => Math.floor((time * weight) / all));
  const rests = weights.map(({ weight }, i) => ({ i, rest: (time * weight) % all }));
  let left = time - parts.reduce((sum, part) => sum + part, 0);
  for (const { i } of rests.toSorted((a, b) => b.rest - a.rest || a.i - b.i)) {
    if (left <= 0) break;
    parts[i] = (parts[i] ?? 0) + 1;
    left--;
  }
  return parts;
}

/** A cause that keeps entries waiting. Its weight is relative to the other causes in its list. */
interface Weight {
  cause: WaitCause;
  number: number;
  destination: string;
  weight: number;
}

/**
 * A number of entries (`weight`) and what keeps them waiting: one cause, or all messages that hold the agents, each
 * weighted by the number it holds. With these two levels the weight of an entry stays 1, regardless of its number of
 * causes.
 */
interface Held {
  weight: number;
  by: readonly Weight[];
}

/**
 * Returns what the recipients of a message wait for at this instant. Each entry has weight 1. The weight of recipients still
 * in the queue file is the smallest number of entries that they can form. Empty when the message is done.
 */
export function waitWeights(world: World, msg: MessageId): Held[] {
  const { qmgr } = world;
  const message = find(qmgr.messages, msg);
  if (message === undefined) return [];
  switch (message.status) {
    case 'incoming':
      return [plain('core')];
    case 'deferred':
    case 'hold':
      return [plain('deferred')];
    case 'active':
      return activeWeights(world, msg, message);
    default:
      return message.status satisfies never;
  }
}

function plain(cause: WaitCause, weight = 1): Held {
  return { weight, by: [{ cause, number: 0, destination: '', weight: 1 }] };
}

function at(cause: WaitCause, destination: string, weight: number): Held {
  return { weight, by: [{ cause, number: 0, destination, weight: 1 }] };
}

function activeWeights(world: World, msg: MessageId, message: Readonly<MessageRow>): Held[] {
  const { lists, jobs, transports } = world.qmgr;
  // While the bounce service has the message, the message counts as waiting for a server.
  if (message.awaitsBounce) return [plain('server')];
  const found: Held[] = [];
  const own = listIds(lists.jobsOfMessage, msg);
  for (const job of own) weighJob(world, msg, job, found);
  if (message.unread > 0) {
    const [first] = own;
    const limit =
      first === undefined ? 1 : get(transports, get(jobs, first).transport).params.destinationRecipientLimit;
    found.push(plain('core', Math.ceil(message.unread / Math.max(1, limit))));
  }
  // All deliveries were reported, and the next step moves or removes the message.
  return found.length > 0 ? found : [plain('server')];
}

function weighJob(world: World, msg: MessageId, jobId: JobId, found: Held[]): void {
  const { qmgr, ledger, deliveries } = world;
  const withAgents = new Map<QueueId, number>();
  for (const id of find(ledger.jobs, jobId)?.open ?? []) {
    const { queue } = get(deliveries, id);
    withAgents.set(queue, (withAgents.get(queue) ?? 0) + 1);
  }
  let selectable = 0;
  for (const peerId of listIds(qmgr.lists.peers, jobId)) {
    const { queue: queueId, entryCount } = get(qmgr.peers, peerId);
    const { name } = get(qmgr.queues, queueId);
    const busy = Math.min(entryCount, withAgents.get(queueId) ?? 0);
    if (busy > 0) found.push(at('server', name, busy));
    const waiting = entryCount - busy;
    if (waiting === 0) continue;
    const cause = heldBy(world, queueId);
    if (cause === null) selectable += waiting;
    else found.push(at(cause, name, waiting));
  }
  if (selectable > 0) found.push(whoHasTheAgents(world, msg, jobId, selectable));
}

function heldBy(world: World, id: QueueId): WaitCause | null {
  const { status, window, busyCount } = get(world.qmgr.queues, id);
  if (status === 'throttled') return 'dead';
  if (status === 'suspended') return 'rate';
  return window > busyCount ? null : 'full';
}

/**
 * Returns what keeps selectable entries waiting. If no agent is free, the messages that hold the agents keep them
 * waiting, weighted by the number of agents that each holds. If an agent is free, the order of the jobs or, where
 * agents are threads, the limit on runnable threads keeps them waiting.
 */
function whoHasTheAgents(world: World, msg: MessageId, jobId: JobId, weight: number): Held {
  const { qmgr, ledger, deliveries } = world;
  const { transport: transportId } = get(qmgr.jobs, jobId);
  const transport = get(qmgr.transports, transportId);
  if (transport.status === 'throttled') return plain('dead', weight);
  const pool = poolOf(world, transportId);
  if (pool.busyCount < pool.limit) {
    if (transport.rateLocked) return plain('rate', weight);
    if (world.threads !== null) return plain('threads', weight);
    const current = transport.currentJob === NONE ? NONE : get(qmgr.jobs, transport.currentJob).message;
    if (current === NONE || current === msg) return plain('process', weight);
    return { weight, by: [{ cause: 'job', number: numberOf(ledger, current), destination: '', weight: 1 }] };
  }
  const holders = new Map<number, number>();
  for (const id of pool.busy) {
    // An agent that waits for a rate delay holds no entry.
    const holder = id <= 0 ? NONE : (find(deliveries, id)?.msg ?? NONE);
    if (id !== 0) holders.set(holder, (holders.get(holder) ?? 0) + 1);
  }
  if (holders.size === 0) return plain('process', weight);
  const by = [...holders].map(([holder, agents]): Weight => {
    const cause = holder === NONE ? 'rate' : holder === msg ? 'process' : 'job';
    const number = cause === 'job' ? numberOf(ledger, holder) : 0;
    return { cause, number, destination: '', weight: agents };
  });
  return { weight, by };
}
