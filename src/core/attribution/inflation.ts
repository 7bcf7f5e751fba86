import type { JobId, MessageId, TransportId } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import type { InflationReport, InflationRow } from '../../protocol/waits.ts';
import { find, get, ids, NONE } from '../tables.ts';
import { numberOf } from '../world/ledger.ts';
import type { JobLedger } from '../world/model.ts';
import { type World, ONE } from '../world/state.ts';
import { transportByName } from '../why/waiting.ts';

/** Largest number of lenders in a report. */
const ROWS_MAX = 200;

/** A row without the fields that are expensive to compute, because there may be ten thousand lenders. */
type Lender = Omit<InflationRow, 'delay' | 'to'> & Pick<JobLedger, 'spends'> & { id: JobId };

/**
 * Reports which jobs of a transport lent delivery slots, and to which jobs. A job of n entries that lends at cost k is
 * done after at most n·k/(k−1) delivery slots instead of n (SCHEDULER_README, "Preemptive scheduler"). Null for an unknown
 * transport.
 */
export function inflation(world: World, name: string): InflationReport | null {
  const { qmgr, ledger } = world;
  const transport = transportByName(world, name);
  if (transport === NONE) return null;
  const { deliverySlotCost: cost } = get(qmgr.transports, transport).params;
  const times = slotTimes(world, transport);
  const borrowers = borrowersOf(world, times);
  const profits = new Map<number, number>();
  const lenders: Lender[] = [];
  for (const id of ids(ledger.jobs)) {
    const { spends, msg } = get(ledger.jobs, id);
    const lent = spends.reduce((sum, { count }) => sum + count, 0);
    if (lent <= 0) continue;
    const job = find(qmgr.jobs, id);
    const own = times.get(id) ?? [];
    if (job === undefined ? own.length === 0 : job.transport !== transport) continue;
    const selected = own.length;
    const unread = job === undefined ? 0 : (find(qmgr.messages, msg)?.unread ?? 0);
    const entries = job === undefined ? selected : job.readEntries + unread;
    for (const { number, count } of spends) profits.set(number, (profits.get(number) ?? 0) + count);
    lenders.push({
      id,
      spends,
      number: numberOf(ledger, msg),
      entries,
      selected,
      lent,
      most: cost < 2 ? 0 : entries / (cost - 1),
      own: own.reduce((sum, { time }) => sum + time, 0),
      gone: job === undefined,
    });
  }
  lenders.sort((a, b) => b.lent - a.lent || a.number - b.number);
  const rows = lenders.slice(0, ROWS_MAX).map(({ id, spends, ...row }): InflationRow => {
    const to = joined(spends);
    return { ...row, delay: lentTime(world, times, borrowers, id, to), to };
  });
  return { cost, rows, profits: sorted(profits) };
}

/** The jobs of a transport that got delivery slots, by the number of their message. */
type Borrowers = ReadonlyMap<number, readonly JobId[]>;

function borrowersOf({ ledger }: World, times: SlotTimes): Borrowers {
  const jobs = new Map<number, JobId[]>();
  for (const job of times.keys()) {
    const number = numberOf(ledger, get(ledger.jobs, job).msg);
    const known = jobs.get(number);
    if (known === undefined) jobs.set(number, [job]);
    else known.push(job);
  }
  return jobs;
}

/** Sums the time that the lent slots took: for each borrower, its first `count` slots after it preempted the lender. */
function lentTime(
  { ledger }: World,
  times: SlotTimes,
  borrowers: Borrowers,
  lender: JobId,
  to: InflationRow['to'],
): Micros {
  const { msg: lenderMsg } = get(ledger.jobs, lender);
  let sum = 0;
  for (const { number, count } of to) {
    for (const borrower of borrowers.get(number) ?? []) {
      if (borrower === lender) continue;
      const deliverySlots = times.get(borrower) ?? [];
      const since = deliverySlots.findIndex(({ preempted }) => preempted === lenderMsg);
      const first = Math.max(0, since);
      for (const { time } of deliverySlots.slice(first, first + count)) sum += time;
    }
  }
  return sum;
}

function joined(spends: readonly { number: number; count: number }[]): InflationRow['to'] {
  const counts = new Map<number, number>();
  for (const { number, count } of spends) counts.set(number, (counts.get(number) ?? 0) + count);
  return sorted(counts);
}

function sorted(counts: ReadonlyMap<number, number>): InflationRow['to'] {
  return [...counts]
    .map(([number, count]) => ({ number, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.number - b.number);
}

/** The delivery slots of each job of a transport, in order. Includes finished jobs. */
type SlotTimes = ReadonlyMap<JobId, SlotTime[]>;

interface SlotTime {
  /** Time from this slot to the next slot on the transport, or to the end of this delivery if that is earlier. */
  time: Micros;
  /** Message that was preempted for this slot; 0 = none. */
  preempted: MessageId;
}

/** Returns how long each delivery slot kept the other jobs of a transport waiting. These times never overlap. */
function slotTimes(world: World, transport: TransportId): SlotTimes {
  const { deliveries } = world;
  const { now } = get(world.one, ONE);
  const found = new Map<JobId, SlotTime[]>();
  let last: { deliverySlot: SlotTime; start: Micros; end: Micros } | null = null;
  for (const id of ids(deliveries)) {
    const { job, transport: own, start, end, preempted } = get(deliveries, id);
    if (own !== transport) continue;
    if (last !== null) last.deliverySlot.time = Math.min(start, last.end) - last.start;
    const until = end < 0 ? now : end;
    const deliverySlot = { time: until - start, preempted };
    last = { deliverySlot, start, end: end < 0 ? Number.POSITIVE_INFINITY : end };
    const deliverySlots = found.get(job);
    if (deliverySlots === undefined) found.set(job, [deliverySlot]);
    else deliverySlots.push(deliverySlot);
  }
  return found;
}
