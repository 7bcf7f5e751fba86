import { limitsOf } from '../../importers/findings/limits.ts';
import { labelOf, type Traffic } from '../../importers/findings/traffic.ts';
import type { Member } from '../../importers/store/record.ts';
import { WAIT_BINS, waitBinStart, waitQuantile } from '../../importers/store/queries/waits.ts';
import { EVENT_KINDS, OUTCOMES, STATUSES } from '../../importers/store/tables.ts';
import type { Overview, OverviewLane, OverviewQuestion, Steps } from '../../protocol/record-questions.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { type HeldRecord, lateIn, queriesOf } from './held.ts';
import { laneGroups, selectedMail, type SelectedMail } from './lane-groups.ts';

const LANES = 8;
const BINS_MAX = 400;
const WARNINGS_MAX = 200;
const SUSPENDED = OUTCOMES.indexOf('suspended');
const DEFERRED = STATUSES.indexOf('deferred');
/** If a bin has fewer mails than this, its quantiles are computed from its neighbours as well. */
const FEW = 5;

export function overviewOf(held: HeldRecord, member: Member, question: OverviewQuestion): Overview {
  const { from, to, only = '' } = question;
  const bins = Math.max(1, Math.min(BINS_MAX, Math.floor(question.bins)));
  const queries = queriesOf(held, member);
  const mail = selectedMail(held, member, only);
  const where = { from, to, by: mail.by('all') };
  const attempts = queries.counts('attempts', where, bins);
  const waits = queries.waits('firstPasses', where, bins);
  const { median, ninety } = quantiles(waits, bins);
  const series = ({ most, mean }: Steps): Steps => ({ most, mean });
  return {
    from,
    to,
    bins,
    arrivals: arrivalsOf(member, mail, question, bins),
    sent: attempts.sent,
    deferred: attempts.deferred,
    bounced: attempts.bounced,
    waits,
    steps: WAIT_BINS,
    edges: Float64Array.from({ length: WAIT_BINS }, (_, step) => waitBinStart(step)),
    median,
    ninety,
    lanes: lanesOf(held, member, question, { mail, bins }),
    inQueue: series(mail.inQueue(from, to, bins)),
    waiting: series(queries.levels('waiting', where, bins)),
    warnings: warningsOf(member, question, bins),
  };
}

/** Messages that became active for the first time, in each bin. */
export function arrivalsOf(
  { instance }: Member,
  { lives }: Pick<SelectedMail, 'lives'>,
  { from, to }: { from: EpochMicros; to: EpochMicros },
  bins: number,
): Uint32Array {
  const { activations } = instance.tables;
  const found = new Uint32Array(bins);
  for (let row = 1; row < activations.length; row++) {
    const time = activations.time[row] ?? 0;
    if (activations.ordinal[row] !== 1 || time < from || time >= to) continue;
    if (lives !== null && lives[activations.life[row] ?? 0] !== 1) continue;
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

function lanesOf(
  held: HeldRecord,
  member: Member,
  question: OverviewQuestion,
  { mail, bins }: { mail: SelectedMail; bins: number },
): OverviewLane[] {
  const { from, to, lanes, first = [] } = question;
  const queries = queriesOf(held, member);
  const by = mail.by(laneGroups(held, member, question));
  const groups = queries.groups(by);
  const totals = queries.totals('attempts', by, from, to);
  const traffic = lanes === 'destination' ? lateIn(held, member).traffic : null;
  const subjectOf = Array.from({ length: groups.count }, (_, group) =>
    subjectIn(first, traffic === null ? [groups.name(group)] : namesOf(traffic, group)),
  );
  const rank = (group: number): number => subjectOf[group] || Infinity;
  const order = Array.from({ length: groups.count }, (_, group) => group)
    .filter((group) => triesOf(totals, group) > 0)
    .sort(
      (one, other) =>
        (rank(one) === rank(other) ? 0 : rank(one) - rank(other)) ||
        (totals.waited[other] ?? 0) - (totals.waited[one] ?? 0) ||
        triesOf(totals, other) - triesOf(totals, one),
    );
  const drawn = order.slice(0, LANES).map((group): OverviewLane => {
    const where = { from, to, by, group };
    const { most, mean } = queries.levels('inFlight', where, bins);
    const name = groups.name(group);
    const { domain = '', name: hop = name } = traffic?.destinations[group] ?? {};
    return {
      name,
      label: domain === '' ? hop : domain,
      subject: subjectOf[group] ?? 0,
      cost: totals.waited[group] ?? 0,
      tries: triesOf(totals, group),
      inFlight: { most, mean },
      ...limitOf(held, lanes, name),
      ...deferralsOf(held, member, where, bins),
    };
  });
  return drawn.map((lane, i) => {
    // The same domain may be reached through several transports. Then the label names the transport.
    const known = drawn.slice(0, i).some(({ label }) => label === lane.label);
    return known ? { ...lane, label: `${lane.label}, ${transportIn(lane.name)}` } : lane;
  });
}

/** All names that a finding may use for a destination. */
function namesOf(traffic: Traffic, place: number): string[] {
  const { name = '', domain = '' } = traffic.destinations[place] ?? {};
  return [labelOf(traffic, place), name, ...(domain === '' ? [] : [domain])];
}

/** Index + 1 of the first subject with one of these names; 0 = none. */
function subjectIn(subjects: readonly string[], names: readonly string[]): number {
  return (
    subjects.findIndex(
      (subject) => names.includes(subject) || subject.split(', ').some((one) => names.includes(one)),
    ) + 1
  );
}

/** Places of the destinations that a finding is about. */
export function placesOf(traffic: Traffic, subjects: readonly string[]): number[] {
  return traffic.destinations.flatMap((_, place) =>
    subjectIn(subjects, namesOf(traffic, place)) > 0 ? [place] : [],
  );
}

const triesOf = (
  { sent, deferred, bounced }: { sent: Uint32Array; deferred: Uint32Array; bounced: Uint32Array },
  group: number,
): number => (sent[group] ?? 0) + (deferred[group] ?? 0) + (bounced[group] ?? 0);

function transportIn(lane: string): string {
  return lane.slice(0, Math.max(0, lane.indexOf(':')));
}

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

/** Counts the deferred attempts of a group in each bin: `dead` without an attempt, `refused` all others. */
export function deferralsOf(
  held: HeldRecord,
  member: Member,
  where: { from: EpochMicros; to: EpochMicros; by: string; group: number },
  bins: number,
): { refused: Uint32Array; dead: Uint32Array } {
  const { attempts } = member.instance.tables;
  const refused = new Uint32Array(bins);
  const dead = new Uint32Array(bins);
  const rows = queriesOf(held, member).rows('attempts', where);
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

/** Texts for events of the whole instance. Events in `LINES` are shown with their log line instead. */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  start: 'Postfix started',
  stop: 'Postfix stopped',
  reload: 'Postfix was reloaded',
  'new-qmgr': 'The queue manager was restarted',
  'lost-lines': 'The syslog daemon lost lines',
};
const LINES: readonly string[] = ['trouble', 'clog'];
/** A start or stop this close to an end of the record (microseconds) only says where the record ends. */
const EDGE = 2 * MICROS_PER_SECOND;

/** Lines that Postfix logged about itself, the first of each text in each bin. */
function warningsOf(
  { instance }: Member,
  { from, to }: Pick<OverviewQuestion, 'from' | 'to'>,
  bins: number,
): Overview['warnings'] {
  const { events } = instance.tables;
  const found = new Map<string, Overview['warnings'][number]>();
  for (let row = 1; row < events.length && found.size < WARNINGS_MAX; row++) {
    const time = events.time[row] ?? 0;
    const kind = EVENT_KINDS[events.kind[row] ?? 0] ?? '';
    if (time < from || time >= to) continue;
    const isEnd = time < instance.from + EDGE || time > instance.to - EDGE;
    if (isEnd && !LINES.includes(kind)) continue;
    const said = LINES.includes(kind) ? instance.pools.strings.text(events.text[row] ?? 0) : '';
    const text = EVENT_WORDS[kind] ?? said.replace(/^\S*\//, '');
    if (text === '') continue;
    const key = `${Math.floor(((time - from) / (to - from)) * bins)} ${text}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { time, text, count: 1 });
    else known.count++;
  }
  return [...found.values()];
}
