import type { JobId, TransportId } from '../../protocol/ids.ts';
import type { CandidateRow } from '../../protocol/answers.ts';
import type { ListPlace, WhyReason } from '../../protocol/why.ts';
import { candidatesOf } from '../candidates.ts';
import { listIds } from '../lists.ts';
import { jobMaxEntries } from '../qmgr/candidate.ts';
import { steadySeconds } from '../qmgr/clock.ts';
import type { JobRow, TransportRow } from '../qmgr/model.ts';
import type { Simulation } from '../simulation.ts';
import { get, NONE } from '../tables.ts';
import { numberOf } from '../world/ledger.ts';
import type { World } from '../world/state.ts';

/**
 * Returns the first rule that keeps a job from preempting the current job at this instant, in the order of the engine's tests
 * (qmgr/README.md §10), with its figures and, if they determine it, the time when the rule stops applying.
 */
export function whyNotJob(sim: Simulation, transportId: TransportId, id: JobId): WhyReason {
  const { world } = sim;
  const { qmgr } = world;
  const job = get(qmgr.jobs, id);
  const number = numberOf(world.ledger, job.message);
  const transport = get(qmgr.transports, transportId);
  const { unread } = get(qmgr.messages, job.message);
  if (job.level < 0) return { rule: 'job.gone', number };
  if (job.selectedEntries >= job.readEntries && unread === 0)
    return { rule: 'job.nothing-left', number, unread };
  if (id === transport.currentJob) return { rule: 'job.current', number };
  const { deliverySlotCost: cost } = transport.params;
  if (cost < 2) return { rule: 'job.preemption-off', number, cost, ...placeOf(world, transportId, id) };
  if (transport.currentJob === NONE) return { rule: 'job.next', number, current: 0 };
  const place = (): ListPlace => placeOf(world, transportId, id);
  return currentIsUnfit(world, transport, number, place) ?? jobIsUnfit(sim, transportId, id, job, number);
}

/** Finds reasons in the current job: it cannot lend a slot now, or can never lend one. */
function currentIsUnfit(
  world: World,
  transport: Readonly<TransportRow>,
  number: number,
  place: () => ListPlace,
): WhyReason | null {
  const current = get(world.qmgr.jobs, transport.currentJob);
  const lender = numberOf(world.ledger, current.message);
  const { deliverySlotCost: cost, minimumDeliverySlots: minimum } = transport.params;
  const entries = jobMaxEntries(world.qmgr, current);
  // The engine checks the balance first. Here the minimum comes first: if the job is too small to be preempted, the reason "it
  // has earned nothing yet" would suggest that it can earn enough.
  if (entries < minimum * cost) {
    return { rule: 'job.current-too-small', number, current: lender, entries, minimum, cost, ...place() };
  }
  const left = current.readEntries - current.selectedEntries;
  if (current.deliverySlotsAvailable <= 0) {
    return { rule: 'job.nothing-earned', number, current: lender, more: 1 - current.deliverySlotsAvailable };
  }
  if (mostSlots(current, cost) <= 0)
    return { rule: 'job.never-earns', number, current: lender, left, cost, ...place() };
  return null;
}

/** Returns the job's place on the list, and the number of entries that unblocked jobs before it still have to hand over. */
function placeOf({ qmgr }: World, transportId: TransportId, id: JobId): ListPlace {
  const list = listIds(qmgr.lists.jobs, transportId);
  const { currentJob, blockerTag } = get(qmgr.transports, transportId);
  const at = list.indexOf(id);
  const from = Math.max(0, list.indexOf(currentJob as JobId));
  const ahead = list
    .slice(from, at)
    .map((other) => get(qmgr.jobs, other))
    .filter((job) => job.blockerTag !== blockerTag)
    .reduce((sum, job) => sum + Math.max(0, job.readEntries - job.selectedEntries), 0);
  return { place: at + 1, of: list.length, ahead };
}

/** Returns the number of delivery slots that a job has, or can still earn with its entries in memory. */
function mostSlots(current: Readonly<JobRow>, cost: number): number {
  const { readEntries, selectedEntries, deliverySlotsAvailable } = current;
  return Math.trunc((readEntries - selectedEntries + deliverySlotsAvailable) / cost);
}

function jobIsUnfit(
  sim: Simulation,
  transportId: TransportId,
  id: JobId,
  job: Readonly<JobRow>,
  number: number,
): WhyReason {
  const { world } = sim;
  const transport = get(world.qmgr.transports, transportId);
  const current = get(world.qmgr.jobs, transport.currentJob);
  const lender = numberOf(world.ledger, current.message);
  const rows = candidatesOf(sim, transportId);
  const row = rows.find((other) => other.msg === job.message);
  const best = rows.find((other) => other.verdict === 'best');
  switch (row?.verdict) {
    case 'ahead':
      return { rule: 'job.ahead', number, current: lender, blocker: job.blockerTag === transport.blockerTag };
    case 'has-children': {
      const children = listIds(world.qmgr.lists.children, id);
      const numbers = children.map((child) => numberOf(world.ledger, get(world.qmgr.jobs, child).message));
      return { rule: 'job.has-children', number, children: numbers };
    }
    case 'blocker':
      return { rule: 'job.blocker', number, destinations: fullDestinations(world, id) };
    case 'does-not-fit': {
      const most = mostSlots(current, transport.params.deliverySlotCost);
      return { rule: 'job.does-not-fit', number, current: lender, need: row.need, most };
    }
    case 'lower-score':
      return lowerScore(world, row, best);
    case 'not-reached':
      return {
        rule: 'job.not-reached',
        number,
        best: best?.number ?? 0,
        age: row.age,
        bestScore: best?.score ?? 0,
      };
    case 'best':
      return slotsTest(row, current, transport, lender);
    default:
      return { rule: 'job.nothing-left', number, unread: 0 };
  }
}

function fullDestinations(world: World, id: JobId): string[] {
  const { qmgr } = world;
  return listIds(qmgr.lists.peers, id)
    .map((peer) => get(qmgr.peers, peer))
    .filter((peer) => peer.entryFirst !== NONE)
    .map((peer) => get(qmgr.queues, peer.queue).name)
    .slice(0, 5);
}

/**
 * Scores are age ÷ entries, and both ages grow by one each second. If nothing else changes, the smaller job (age a, n entries)
 * catches up with the best (age b, m entries) when (a + t) ÷ n > (b + t) ÷ m, that is after (b·n − a·m) ÷ (m − n) seconds.
 */
function lowerScore(world: World, row: CandidateRow, best: CandidateRow | undefined): WhyReason {
  const { number, score } = row;
  if (best === undefined)
    return { rule: 'job.lower-score', number, best: 0, score, bestScore: 0, overtakes: -1 };
  let overtakes = -1;
  if (row.entries < best.entries) {
    const wait = (best.age * row.entries - row.age * best.entries) / (best.entries - row.entries);
    overtakes = steadySeconds(world.qmgr) + Math.floor(wait) + 1;
  }
  return { rule: 'job.lower-score', number, best: best.number, score, bestScore: best.score, overtakes };
}

/** The last test: available slots plus the loan must cover the price after the discount. */
function slotsTest(
  row: CandidateRow,
  current: Readonly<JobRow>,
  transport: Readonly<TransportRow>,
  lender: number,
): WhyReason {
  const { number, need } = row;
  const { deliverySlotCost: cost, deliverySlotLoan: loan, deliverySlotPriceShare } = transport.params;
  const onHand = Math.trunc(current.deliverySlotsAvailable / cost) + loan;
  const price = (need * deliverySlotPriceShare) / 100;
  if (onHand >= price) return { rule: 'job.next', number, current: lender };
  // Number of selections of the current job until its balance covers the price.
  const more = Math.ceil(price - loan) * cost - current.deliverySlotsAvailable;
  return { rule: 'job.slots-short', number, current: lender, need, price, onHand, more };
}
