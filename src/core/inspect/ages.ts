import type { AgeTable, MailQueueName } from '../../protocol/inspect.ts';
import { schedulerSeconds } from '../../protocol/units.ts';
import type { MessageRow } from '../qmgr/model.ts';
import { rangeAt } from '../qmgr/recipient-file.ts';
import { find, get, ids } from '../tables.ts';
import { ONE, type World } from '../world/state.ts';

/** Buckets of qshape(1): the first bound, doubled eight times, and one for everything older. */
const BUCKETS = 10;
const ROWS_MAX = 50;

/**
 * Recipients still to be delivered, by destination and age of their message, most first. The real program reads the files,
 * in which each delivered recipient is marked as done, and counts them under their domain; this does the same.
 * `first` = seconds of the first bucket (qshape: 300).
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
    // Counted where they belong at once: a table for each of ten messages of ten thousand destinations takes longer than the count.
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

/** Positions that have been delivered or refused, of the messages in memory: their files are marked as they end. */
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

/** Adds the recipients, by destination, that the file holds as undelivered, and takes off those `done` since it was read. */
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
    // A recipient delivered in an earlier life of the message is not among the spans any more.
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
