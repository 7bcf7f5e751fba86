import type { AgeTable, MailQueueName } from '../../protocol/inspect.ts';
import { schedulerSeconds } from '../../protocol/units.ts';
import type { MessageRow } from '../qmgr/model.ts';
import { get, ids } from '../tables.ts';
import { ONE, type World } from '../world/state.ts';

/** Buckets of qshape(1): the first bound, doubled eight times, and one for everything older. */
const BUCKETS = 10;
const ROWS_MAX = 50;

/**
 * Recipients still to be delivered, by destination and age of their message, most first. The real program reads the files
 * and counts messages under the domain of each recipient; this does the same with what is not delivered yet.
 * `first` = seconds of the first bucket (qshape: 300).
 */
export function ageTable(world: World, queues: readonly MailQueueName[], first: number): AgeTable {
  const bounds = Array.from({ length: BUCKETS - 1 }, (_, i) => first * 2 ** i);
  const now = schedulerSeconds(get(world.one, ONE).now);
  const rows = new Map<string, number[]>();
  for (const id of ids(world.qmgr.messages)) {
    const message = get(world.qmgr.messages, id);
    if (!queues.includes(message.status)) continue;
    const age = now - message.created;
    const found = bounds.findIndex((bound) => age < bound);
    const bucket = found < 0 ? BUCKETS - 1 : found;
    for (const [destination, count] of leftOf(message)) {
      const buckets = rows.get(destination) ?? Array.from({ length: BUCKETS }, () => 0);
      buckets[bucket] = (buckets[bucket] ?? 0) + count;
      rows.set(destination, buckets);
    }
  }
  const all = [...rows].map(([destination, buckets]) => ({ destination, total: sum(buckets), buckets }));
  all.sort((a, b) => b.total - a.total || (a.destination < b.destination ? -1 : 1));
  const buckets = bounds.concat(0).map((_, i) => sum(all.map((row) => row.buckets[i] ?? 0)));
  return {
    bounds,
    rows: all.slice(0, ROWS_MAX),
    others: Math.max(0, all.length - ROWS_MAX),
    total: { total: sum(buckets), buckets },
  };
}

/** Recipients by destination that the file still holds as undelivered when the message last left memory. */
function leftOf(message: Readonly<MessageRow>): Map<string, number> {
  const spans = message.remaining ?? [0, message.recipientTotal];
  const left = new Map<string, number>();
  for (const range of message.ranges) {
    let count = 0;
    for (let s = 0; s < spans.length; s += 2) {
      const from = Math.max(range.start, spans[s] ?? 0);
      count += Math.max(0, Math.min(range.start + range.count, spans[s + 1] ?? 0) - from);
    }
    if (count > 0) left.set(range.nexthop, (left.get(range.nexthop) ?? 0) + count);
  }
  return left;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
