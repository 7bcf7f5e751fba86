import { classOfLives } from '../../importers/classes/select.ts';
import { limitsOf } from '../../importers/findings/limits.ts';
import type { Member } from '../../importers/store/record.ts';
import { NO_GROUP } from '../../importers/store/queries/order.ts';
import type { RecordQueries } from '../../importers/store/queries/queries.ts';
import { WAIT_BINS, waitBinStart, waitQuantile } from '../../importers/store/queries/waits.ts';
import { OUTCOMES, STATUSES } from '../../importers/store/tables.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';
import type {
  Overview,
  OverviewLane,
  OverviewQuestion,
  Selection,
  Steps,
} from '../../protocol/record-questions.ts';
import type { EpochMicros } from '../../../protocol/units.ts';
import { type HeldRecord, predicatesOf, queriesOf } from './held.ts';

const LANES = 8;
const BINS_MAX = 400;
const SUSPENDED = OUTCOMES.indexOf('suspended');
const DEFERRED = STATUSES.indexOf('deferred');
/** If a bin has fewer mails than this, its quantiles are computed from its neighbours as well. */
const FEW = 5;

export function overviewOf(held: HeldRecord, member: Member, question: OverviewQuestion): Overview {
  const { from, to } = question;
  const bins = Math.max(1, Math.min(BINS_MAX, Math.floor(question.bins)));
  const queries = queriesOf(held, member);
  const where = { from, to };
  const attempts = queries.counts('attempts', where, bins);
  const waits = queries.waits('firstPasses', where, bins);
  const { median, ninety } = quantiles(waits, bins);
  const steps = (lasting: 'inQueue' | 'waiting'): Steps => {
    const { most, mean } = queries.levels(lasting, where, bins);
    return { most, mean };
  };
  return {
    from,
    to,
    bins,
    arrivals: arrivalsOf(member, from, to, bins),
    sent: attempts.sent,
    deferred: attempts.deferred,
    bounced: attempts.bounced,
    waits,
    steps: WAIT_BINS,
    edges: Float64Array.from({ length: WAIT_BINS }, (_, step) => waitBinStart(step)),
    median,
    ninety,
    lanes: lanesOf(held, member, question, bins),
    inQueue: steps('inQueue'),
    waiting: steps('waiting'),
  };
}

function arrivalsOf({ instance }: Member, from: EpochMicros, to: EpochMicros, bins: number): Uint32Array {
  const { activations } = instance.tables;
  const found = new Uint32Array(bins);
  for (let row = 1; row < activations.length; row++) {
    const time = activations.time[row] ?? 0;
    if (activations.ordinal[row] !== 1 || time < from || time >= to) continue;
    const bin = Math.floor(((time - from) / (to - from)) * bins);
    found[bin] = (found[bin] ?? 0) + 1;
  }
  return found;
}

function quantiles(waits: Uint32Array, bins: number): { median: Float64Array; ninety: Float64Array } {
  const median = new Float64Array(bins).fill(Number.NaN);
  const ninety = new Float64Array(bins).fill(Number.NaN);
  const sum = new Uint32Array(WAIT_BINS);
  for (let bin = 0; bin < bins; bin++) {
    sum.fill(0);
    let count = 0;
    let own = 0;
    for (let wide = 0; wide <= 2 && count < FEW; wide++)
      for (const at of wide === 0 ? [bin] : [bin - wide, bin + wide]) {
        if (at < 0 || at >= bins) continue;
        for (let step = 0; step < WAIT_BINS; step++) {
          const here = waits[at * WAIT_BINS + step] ?? 0;
          sum[step] = (sum[step] ?? 0) + here;
          count += here;
          if (wide === 0) own += here;
        }
      }
    if (own === 0) continue;
    median[bin] = waitQuantile(sum, 0.5);
    ninety[bin] = waitQuantile(sum, 0.9);
  }
  return { median, ninety };
}

/** The classes used for lanes, cached because grouping sorts all attempts again. */
const divided = new WeakMap<RecordQueries, string>();

/** Returns the name of the grouping for this kind of lane, defining it if needed. */
export function laneGroups(
  queries: RecordQueries,
  { instance }: Member,
  { lanes, classes }: Pick<OverviewQuestion, 'lanes' | 'classes'>,
): string {
  if (lanes !== 'class') return lanes;
  const key = JSON.stringify(classes);
  if (divided.get(queries) === key) return 'class';
  divided.set(queries, key);
  const predicates = predicatesOf(classes);
  const of = classOfLives(instance, predicates.ok ? predicates.value : []);
  const { attempts } = instance.tables;
  const ofAttempt = new Uint32Array(attempts.length).fill(NO_GROUP);
  for (let row = 1; row < attempts.length; row++) ofAttempt[row] = of[attempts.life[row] ?? 0] ?? 0;
  queries.define('class', {
    count: classes.length + 1,
    name: (group) => (group === 0 ? 'other mail' : (classes[group - 1]?.name ?? '')),
    ofAttempt,
  });
  return 'class';
}

/** Returns a test whether an attempt is in the selected lane. Without a lane it is always true. */
export function isInLane(
  queries: RecordQueries,
  member: Member,
  { lane, lanes }: Pick<Selection, 'lane' | 'lanes'>,
  classes: OverviewQuestion['classes'],
): (attempt: AttemptRow) => boolean {
  if (lane === '') return () => true;
  const { count, name, ofAttempt } = queries.groups(laneGroups(queries, member, { lanes, classes }));
  const isLane = Array.from({ length: count }, (_, group) => name(group) === lane);
  return (attempt) => isLane[ofAttempt?.[attempt] ?? 0] === true;
}

function lanesOf(held: HeldRecord, member: Member, question: OverviewQuestion, bins: number): OverviewLane[] {
  const { from, to, lanes } = question;
  const queries = queriesOf(held, member);
  const by = laneGroups(queries, member, question);
  const groups = queries.groups(by);
  const totals = queries.totals('attempts', by, from, to);
  const order = Array.from({ length: groups.count }, (_, group) => group)
    .filter((group) => triesOf(totals, group) > 0)
    .sort(
      (one, other) =>
        (totals.waited[other] ?? 0) - (totals.waited[one] ?? 0) ||
        triesOf(totals, other) - triesOf(totals, one),
    );
  const drawn = order.slice(0, LANES).map((group): OverviewLane => {
    const where = { from, to, by, group };
    const { most, mean } = queries.levels('inFlight', where, bins);
    const name = groups.name(group);
    const { refused, dead } = troubles(member, queries, where, bins);
    return {
      name,
      label: lanes === 'destination' ? labelOfLane(queries, name) : name,
      cost: totals.waited[group] ?? 0,
      tries: triesOf(totals, group),
      inFlight: { most, mean },
      ...limitOf(held, lanes, name),
      refused,
      dead,
    };
  });
  return drawn.map((lane, i) => {
    // Suspended attempts went through another transport, so they form their own lane. Its label names the transport.
    const known = drawn.slice(0, i).some(({ label }) => label === lane.label);
    return known ? { ...lane, label: `${lane.label}, ${transportIn(lane.name)}` } : lane;
  });
}

function transportIn(lane: string): string {
  return lane.slice(0, Math.max(0, lane.indexOf(':')));
}

/** Domain of each destination whose recipients all have the same. Cached. */
const domainsBy = new WeakMap<RecordQueries, Map<string, string>>();

function domainsOf(queries: RecordQueries): Map<string, string> {
  let found = domainsBy.get(queries);
  if (found !== undefined) return found;
  const [destinations, domains] = [queries.groups('destination'), queries.groups('domain')];
  // Index of the domain + 1; −1 = several.
  const only = new Int32Array(destinations.count);
  const { ofAttempt: places } = domains;
  destinations.ofAttempt?.forEach((destination, row) => {
    if (destination === NO_GROUP) return;
    const domain = (places?.[row] ?? 0) + 1;
    const known = only[destination] ?? 0;
    if (known !== domain) only[destination] = known === 0 ? domain : -1;
  });
  found = new Map();
  for (const [destination, domain] of only.entries()) {
    const name = nexthopIn(destinations.name(destination));
    if (domain > 0 && !found.has(name)) found.set(name, domains.name(domain - 1));
  }
  domainsBy.set(queries, found);
  return found;
}

const nexthopIn = (lane: string): string => lane.slice(lane.indexOf(':') + 1);

/** Label of a destination: the domain of its recipients if they share one, because next hops are host addresses. */
function labelOfLane(queries: RecordQueries, lane: string): string {
  const name = nexthopIn(lane);
  return domainsOf(queries).get(name) ?? name;
}

const triesOf = (
  { sent, deferred, bounced }: { sent: Uint32Array; deferred: Uint32Array; bounced: Uint32Array },
  group: number,
): number => (sent[group] ?? 0) + (deferred[group] ?? 0) + (bounced[group] ?? 0);

function limitOf(
  { settings }: HeldRecord,
  lanes: OverviewQuestion['lanes'],
  name: string,
): { limit: number; limitName: string } {
  if (lanes === 'transport') return { limit: limitsOf(settings, name, 0).agents, limitName: 'process limit' };
  if (lanes !== 'destination') return { limit: 0, limitName: '' };
  const transport = transportIn(name);
  const { concurrency, rateDelay, recipientLimit } = limitsOf(settings, transport, 0);
  // Each recipient is then a destination, so a lane of a domain has no limit.
  if (recipientLimit === 1) return { limit: 0, limitName: '' };
  return { limit: concurrency, limitName: rateDelay > 0 ? 'rate delay, limit' : 'limit' };
}

/** Counts the deferred attempts in each bin. */
function troubles(
  { instance }: Member,
  queries: RecordQueries,
  where: { from: EpochMicros; to: EpochMicros; by: string; group: number },
  bins: number,
): { refused: Uint32Array; dead: Uint32Array } {
  const { attempts } = instance.tables;
  const refused = new Uint32Array(bins);
  const dead = new Uint32Array(bins);
  const rows = queries.rows('attempts', where);
  for (let at = 0; at < rows.count; at++) {
    const row = rows.row(at);
    if (attempts.status[row] !== DEFERRED) continue;
    const bin = Math.min(
      bins - 1,
      Math.floor((((attempts.time[row] ?? 0) - where.from) / (where.to - where.from)) * bins),
    );
    const list = attempts.outcome[row] === SUSPENDED ? dead : refused;
    list[bin] = (list[bin] ?? 0) + 1;
  }
  return { refused, dead };
}
