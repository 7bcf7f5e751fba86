import type { MessageId } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import type { WaitShare } from '../../protocol/waits.ts';
import { find, get, ids } from '../tables.ts';
import type { World } from '../world/state.ts';
import { waitWeights, type Weight } from './causes.ts';

/**
 * The waiting time of messages, divided over causes, as a run goes by. Between two steps nothing changes, so each piece of
 * time goes to what the state before it says, in proportion; what a division leaves over goes to the largest rests, so
 * that the shares of a message are always exactly its time.
 */
export interface WaitSums {
  /** Up to here the time has been given to causes. */
  until: Micros;
  /** Only these; null = every message. */
  readonly only: ReadonlySet<MessageId> | null;
  readonly messages: Map<MessageId, WaitSum>;
}

interface WaitSum {
  total: Micros;
  readonly shares: Map<string, WaitShare>;
}

/** Sums of nothing yet, from an instant on. */
export function createWaits(from: Micros, only: readonly MessageId[] | null): WaitSums {
  return { until: from, only: only === null ? null : new Set(only), messages: new Map() };
}

/** The same sums, to be gone on with apart. */
export function copyWaits({ until, only, messages }: WaitSums): WaitSums {
  const copied = [...messages].map(([msg, { total, shares }]): [MessageId, WaitSum] => [
    msg,
    { total, shares: new Map([...shares].map(([key, share]) => [key, { ...share }])) },
  ]);
  return { until, only, messages: new Map(copied) };
}

/** Gives the time up to `at`, in which the state does not change, to its causes. */
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

/** Whole microseconds in proportion to the weights, which add up to `time`: rests go to the largest first. */
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
