import type { AgeTable, MailQueueName } from '../../protocol/inspect.ts';
import { schedulerSeconds } from '../../protocol/units.ts';
import type { MessageRow } from '../qmgr/model.ts';
import { rangeAt } from '../qmgr/recipient-file.ts';
import { find, get, ids } from '../tables.ts';
import { ONE, type World } from '../world/state.ts';

/** Number of age ranges, as in qshape(1): the first bound, doubled eight times, and a range for all greater ages. */
const BUCKETS = 10;
const ROWS_MAX = 50;

/**
 * Counts undelivered recipients by destination and age of their message, largest count first. The result is like that of
 * qshape(1), which reads the marks of delivered recipients in queue files. `first` = upper bound of the first age range in
 * seconds (qshape: 300).
 */
export function ageTable(world: World, queues: readonly MailQueueName[], first: number): AgeTable {
  const bounds = Array.from({ length: BUCKETS - 1 }, (_, i) => first * 2 ** i);
  const now = schedulerSeconds(get(world.one, ONE).now);
  const rows = new Map<string, number[]>();
  const totals = Array.from({ length: BUCKETS }, () => 0);
  const done = deliveredOf(world);
  for (const id of ids(world.qmgr.messages)) {
    const message = get(world.qmgr.messages, id);
    if (!queues.includes(message.status)) continue;
    const age = now - message.created;
    const found = bounds.findIndex((bound) => age < bound);
    const bucket = found < 0 ? BUCKETS - 1 : found;
    // Adds to the totals directly, because building a table for each message would take longer: ten messages may have ten
    // thousand destinations each.
    countLeft(message, done.get(id) ?? [], (destination, count) => {
      let buckets = rows.get(destination);
      if (buckets === undefined) rows.set(destination, (buckets = Array.from({ length: BUCKETS }, () => 0)));
      buckets[bucket]! += count;
      totals[bucket]! += count;
    });
  }
  const all: AgeTable['rows'] = [];
  for (const [destination, buckets] of rows) {
    const total = sum(buckets);
    if (total > 0) all.push({ destination, total, buckets });
  }
  all.sort((a, b) => b.total - a.total || (a.destination < b.destination ? -1 : 1));
  return {
    bounds,
    rows: all.slice(0, ROWS_MAX),
    others: Math.max(0, all.length - ROWS_MAX),
    total: { total: sum(totals), buckets: totals },
  };
}

/**
 * Positions of delivered or refused recipients, by active message. A file shows them only after its message has left the
 * queue.
 */
function deliveredOf(world: World): Map<number, number[]> {
  const done = new Map<number, number[]>();
  for (const id of ids(world.deliveries)) {
    const { msg, result, positions } = get(world.deliveries, id);
    if (result !== 'ok' || find(world.qmgr.messages, msg)?.status !== 'active') continue;
    const known = done.get(msg);
    if (known === undefined) done.set(msg, [...positions]);
    else for (const position of positions) known.push(position);
  }
  return done;
}

/** Counts by destination the recipients that are undelivered in the file, minus the recipients `done` since it was read. */
function countLeft(
  message: Readonly<MessageRow>,
  done: readonly number[],
  add: (destination: string, count: number) => void,
): void {
  const spans = message.remaining ?? [0, message.recipientTotal];
  for (const range of message.ranges) {
    let count = 0;
    for (let s = 0; s < spans.length; s += 2) {
      const from = Math.max(range.start, spans[s] ?? 0);
      count += Math.max(0, Math.min(range.start + range.count, spans[s + 1] ?? 0) - from);
    }
    if (count > 0) add(range.nexthop, count);
  }
  for (const position of done) {
    const name = message.ranges[rangeAt(message.ranges, position)]?.nexthop ?? '';
    // The spans do not contain positions that were delivered during an earlier stay in the active queue.
    if (withinSpans(spans, position)) add(name, -1);
  }
}

function withinSpans(spans: readonly number[], position: number): boolean {
  for (let s = 0; s < spans.length; s += 2) {
    if (position >= (spans[s] ?? 0) && position < (spans[s + 1] ?? 0)) return true;
  }
  return false;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
