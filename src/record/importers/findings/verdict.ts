import type { MailClass } from '../../protocol/classes.ts';
import type { Share, Verdict } from '../../protocol/findings.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { STATUSES, type Tables } from '../store/tables.ts';
import { attemptsInRange, type FindingContext, inRange, seconds, sharesOf } from './finding-context.ts';
import { lastNotAbove, type Levels, levelsOf } from './intervals.ts';
import { PUT_OFF, type PutOff, rootsOf, scanWait } from './pauses.ts';
import { attemptsThat, once, type Selected } from './prepared.ts';
import { sumsInRange, sumsOf } from './row-sums.ts';
import { valuesAtShares } from './sums.ts';
import { lastedOf, recipientsOf, untriedAmong } from './untried.ts';

const SENT = STATUSES.indexOf('sent');
/** Reasons of deferral that are failures on this machine's side. */
const OWN: ReadonlySet<PutOff> = new Set([
  'transport',
  'login',
  'tls',
  'loop',
  'setup',
  'resolver',
  'network',
  'ipv6',
]);

/** Divides the time of a class over causes by counting attempts, in pieces. `mine` = the class's mail, null = all mail. */
export function* verdictOf(
  context: FindingContext,
  mailClass: MailClass | null,
  mine: Selected | null,
): Generator<undefined, Verdict, undefined> {
  const verdict = emptyVerdict(mailClass);
  const chosen = mine === null ? allInRange(context) : attemptsInRange(context, mine.attempts);
  addSums(verdict, mine === null ? sumsInRange(context) : sumsOf(context, chosen));
  yield;
  verdict.messages = livesIn(context, chosen);
  addPauses(context, mine, verdict);
  yield;
  quantiles(context, verdict, chosen);
  yield;
  verdict.holders = holdersOf(context, mine?.lives ?? null);
  addUntried(context, mine?.lives ?? null, verdict);
  return verdict;
}

/** Adds the waits of mail without an attempt, which no line states. If the mail is tried later, that line counts the wait as `a`. */
function addUntried(context: FindingContext, mine: Uint8Array | null, verdict: Verdict): void {
  const all = untriedAmong(context, mine);
  if (all.length === 0) return;
  const { attempts, deliveries, activations } = context.traffic.instance.tables;
  const began = new Map(all.map((one) => [one.activation, lastedOf(one)]));
  for (let row = 1; row < attempts.length; row++) {
    const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
    const lasted = began.get(activations.before[activation] ?? 0);
    if (lasted === undefined) continue;
    const moved = Math.min(lasted, attempts.a[row] ?? 0);
    verdict.time.before = Math.max(0, verdict.time.before - moved);
  }
  const of = verdict.untried;
  of.messages = new Set(all.map(({ life }) => life)).size;
  for (const one of all) {
    const recipients = recipientsOf(context, one);
    of.recipients += recipients;
    of.longest = Math.max(of.longest, lastedOf(one));
    verdict.time.untried += lastedOf(one) * recipients;
  }
}

function addSums(verdict: Verdict, sums: ReturnType<typeof sumsOf>): void {
  const { agents, window, rate, dead } = sums;
  const { time, queue } = verdict;
  time.queue = sums.queue;
  time.connect = sums.connect;
  time.deliver = sums.deliver;
  time.before = sums.before;
  Object.assign(queue, { agents, window, rate, dead });
  queue.other = Math.max(0, time.queue - agents - window - rate - dead);
  verdict.sent = sums.sent;
  verdict.deferred = sums.deferred;
}

function allInRange(context: FindingContext): Uint32Array {
  const { within } = context;
  const rows = new Uint32Array(within.to - within.from);
  let count = 0;
  for (let row = within.from; row < within.to; row++) if (inRange(context, row)) rows[count++] = row;
  return rows.subarray(0, count);
}

function livesIn({ traffic, prepared }: FindingContext, rows: Uint32Array): number {
  const { lives, attempts } = traffic.instance.tables;
  const seen = once(prepared, livesIn, () => ({ of: new Uint32Array(lives.length), turn: 0 }));
  const turn = ++seen.turn;
  const { of } = seen;
  const { life } = attempts;
  const roots = once(prepared, rootsOf, () => rootsOf(traffic.instance.tables));
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const own = roots[life[rows[i] ?? 0] ?? 0] ?? 0;
    if (of[own] !== turn) count++;
    of[own] = turn;
  }
  return count;
}

function addPauses(context: FindingContext, mine: Selected | null, verdict: Verdict): void {
  const { traffic, pauses, paused } = context;
  const { life } = traffic.instance.tables.attempts;
  for (let row = paused.from; row < paused.to; row++) {
    const before = pauses.before[row] ?? 0;
    if ((mine === null || mine.lives[life[before] ?? 0] === 1) && inRange(context, before))
      addPause(context, verdict, row);
  }
}

function emptyVerdict(mailClass: MailClass | null): Verdict {
  return {
    name: mailClass?.name ?? '',
    predicate: mailClass?.predicate ?? '',
    messages: 0,
    recipients: 0,
    waited: 0,
    bMedian: 0,
    b90: 0,
    bMax: 0,
    totalMedian: 0,
    total90: 0,
    totalMax: 0,
    deferred: 0,
    firstDeferred: 0,
    sent: 0,
    untried: { messages: 0, recipients: 0, longest: 0 },
    time: { before: 0, queue: 0, connect: 0, deliver: 0, pause: 0, untried: 0 },
    queue: { agents: 0, window: 0, rate: 0, dead: 0, scan: 0, other: 0 },
    pauses: { dead: 0, refused: 0, own: 0, greylisting: 0, other: 0, scan: 0 },
    holders: [],
    method: 'counts',
  };
}

function addPause({ pauses }: FindingContext, verdict: Verdict, row: AttemptRow): void {
  const lasted = seconds((pauses.to[row] ?? 0) - (pauses.from[row] ?? 0));
  const scan = Math.min(lasted, scanWait(pauses, row));
  const left = lasted - scan;
  if (pauses.first[row] !== 0) verdict.firstDeferred++;
  verdict.time.pause += lasted;
  verdict.pauses.scan += scan;
  const why = PUT_OFF[pauses.why[row] ?? 0];
  if (why === 'dead') verdict.pauses.dead += left;
  else if (why === 'session' && pauses.first[row] === 2) verdict.pauses.greylisting += left;
  else if (why !== undefined && OWN.has(why)) verdict.pauses.own += left;
  else if (why === 'too-many' || why === 'unreachable' || why === 'rate') verdict.pauses.refused += left;
  else verdict.pauses.other += left;
}

/** Quantiles over recipients: b of all attempts together, and the time until the last accepted attempt. */
function quantiles(
  { traffic, waits, prepared, thresholds }: FindingContext,
  verdict: Verdict,
  rows: Uint32Array,
): void {
  const { status } = traffic.instance.tables.attempts;
  const delay = once(prepared, delaysOf, () => delaysOf(traffic.instance.tables));
  const { sums } = prepared;
  const b = sums.ofColumn(rows, waits.all, prepared);
  verdict.recipients = b.length;
  for (let i = 0; i < b.length; i++) {
    const one = b[i] ?? 0;
    if (one > thresholds.late) verdict.waited++;
    if (one > verdict.bMax) verdict.bMax = one;
  }
  [verdict.bMedian = 0, verdict.b90 = 0] = valuesAtShares(b, 0.5, 0.9);
  const sent = new Uint32Array(rows.length);
  let accepted = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    if (status[row] === SENT) sent[accepted++] = row;
  }
  const total = sums.lastOf(sent.subarray(0, accepted), delay, prepared);
  for (let i = 0; i < total.length; i++) verdict.totalMax = Math.max(verdict.totalMax, total[i] ?? 0);
  [verdict.totalMedian = 0, verdict.total90 = 0] = valuesAtShares(total, 0.5, 0.9);
}

/**
 * Seconds from the arrival of a mail to each attempt, even if a filter handed the mail back as a new life in between.
 */
function delaysOf({ attempts, lives, ...tables }: Tables): Float32Array {
  const roots = rootsOf({ attempts, lives, ...tables });
  return Float32Array.from(attempts.delay, (delay, row) => {
    const life = attempts.life[row] ?? 0;
    const earlier = (lives.firstTime[life] ?? 0) - (lives.firstTime[roots[life] ?? 0] ?? 0);
    return roots[life] === life ? delay : delay + Math.max(0, earlier) / MICROS_PER_SECOND;
  });
}

/** Shorter waits (seconds) do not count as waiting for an agent or a window. */
export const SHORT = 0.01;

export function waitedForAgents({ prepared, waits }: FindingContext): Uint32Array {
  return once(prepared, waitedForAgents, () =>
    attemptsThat(prepared, (row) => (waits.agents[row] ?? 0) >= SHORT),
  );
}

/**
 * Who held the agents while the class waited for one: the seconds of each request, weighted by the number of the
 * class's recipients waiting meanwhile.
 */
export function holdersOf(context: FindingContext, mine: Uint8Array | null): Share[] {
  const { traffic, prepared } = context;
  const { attempts } = traffic.instance.tables;
  const { requests, transports, destinations, destinationOf, startOf } = traffic;
  const waiting: number[][] = transports.map(() => []);
  for (const row of attemptsInRange(context, waitedForAgents(context))) {
    if (mine !== null && mine[attempts.life[row] ?? 0] !== 1) continue;
    waiting[destinations[(destinationOf[row] ?? 0) - 1]?.transport ?? 0]?.push(row);
  }
  const byLife = new Map<number, number>();
  for (const [place, rows] of waiting.entries()) {
    if (rows.length === 0) continue;
    const levels = levelsOf(rows, prepared.activeOf, startOf);
    const sums = cumulative(levels);
    const [first, last] = [levels.at[0] ?? 0, levels.at.at(-1) ?? 0];
    for (const row of transports[place]?.rows ?? []) {
      if ((requests.end[row] ?? 0) <= first || (requests.start[row] ?? 0) >= last) continue;
      const held = sums(requests.end[row] ?? 0) - sums(requests.start[row] ?? 0);
      if (held <= 0) continue;
      const life = requests.life[row] ?? 0;
      byLife.set(life, (byLife.get(life) ?? 0) + held);
    }
  }
  return sharesOf(context, byLife);
}

/** The integral of a level up to an instant, in seconds. */
function cumulative({ at, level }: Levels): (time: EpochMicros) => number {
  const sum = new Float64Array(at.length);
  for (let i = 1; i < at.length; i++)
    sum[i] = (sum[i - 1] ?? 0) + (level[i - 1] ?? 0) * seconds((at[i] ?? 0) - (at[i - 1] ?? 0));
  return (time) => {
    const i = lastNotAbove(at, time);
    return i < 0 ? 0 : (sum[i] ?? 0) + (level[i] ?? 0) * seconds(time - (at[i] ?? 0));
  };
}
