import type { MailClass } from '../../protocol/classes.ts';
import type { Share, Verdict } from '../../protocol/findings.ts';
import type { AttemptRow } from '../../protocol/ids.ts';
import type { EpochMicros } from '../../protocol/units.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';
import { type Ground, inRange, seconds, sharesOf } from './ground.ts';
import { lastNotAbove, type Levels, levelsOf } from './intervals.ts';
import { PUT_OFF, scanWait } from './pauses.ts';
import { valueAtShare } from './sums.ts';

const SENT = STATUSES.indexOf('sent');
const DEFERRED = STATUSES.indexOf('deferred');
const SUSPENDED = OUTCOMES.indexOf('suspended');

/** Where the time of a class went, by counts, in pieces: `mine` says which lives are of it; null = all mail. */
export function* verdictOf(
  ground: Ground,
  mailClass: MailClass | null,
  mine: Uint8Array | null,
): Generator<undefined, Verdict, undefined> {
  const verdict = emptyVerdict(mailClass);
  const chosen = addAttempts(ground, mine, verdict);
  yield;
  addPauses(ground, mine, verdict);
  yield;
  quantiles(ground, verdict, chosen);
  yield;
  verdict.holders = holdersOf(ground, mine);
  return verdict;
}

/**
 * What the attempts of a class took and what came of them; the rows themselves. In a function of its own, with the columns at
 * hand: a loop within a generator runs at a third of the speed.
 */
function addAttempts(ground: Ground, mine: Uint8Array | null, verdict: Verdict): Uint32Array {
  const { traffic, waits, within } = ground;
  const { attempts, activations, deliveries, lives } = traffic.instance.tables;
  const { life: lifeOf, outcome, status: statusOf, delivery, a: before, c, d } = attempts;
  const { all: waited, agents, window, rate, dead } = waits;
  const { time, queue } = verdict;
  const seen = new Uint8Array(lives.length);
  const chosen = new Uint32Array(within.to - within.from);
  let count = 0;
  for (let row = within.from; row < within.to; row++) {
    const life = lifeOf[row] ?? 0;
    if ((mine !== null && mine[life] !== 1) || !inRange(ground, row)) continue;
    if (seen[life] === 0) verdict.messages++;
    seen[life] = 1;
    chosen[count++] = row;
    const b = waited[row] ?? 0;
    if (b > 0) {
      // Most mail waits for nothing: then there is nothing to divide, and four columns need not be read.
      time.queue += b;
      queue.agents += agents[row] ?? 0;
      queue.window += window[row] ?? 0;
      queue.rate += rate[row] ?? 0;
      queue.dead += dead[row] ?? 0;
    }
    if (outcome[row] !== SUSPENDED) {
      time.connect += c[row] ?? 0;
      time.deliver += d[row] ?? 0;
    }
    const a = before[row] ?? 0;
    if (a > 0 && activations.ordinal[deliveries.activation[delivery[row] ?? 0] ?? 0] === 1) time.before += a;
    const status = statusOf[row];
    if (status === SENT) verdict.sent++;
    else if (status === DEFERRED) verdict.deferred++;
  }
  queue.other = Math.max(0, time.queue - queue.agents - queue.window - queue.rate - queue.dead);
  return chosen.subarray(0, count);
}

function addPauses(ground: Ground, mine: Uint8Array | null, verdict: Verdict): void {
  const { traffic, pauses, paused } = ground;
  const { life } = traffic.instance.tables.attempts;
  for (let row = paused.from; row < paused.to; row++) {
    const before = pauses.before[row] ?? 0;
    if ((mine === null || mine[life[before] ?? 0] === 1) && inRange(ground, before))
      addPause(ground, verdict, row);
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
    sent: 0,
    time: { before: 0, queue: 0, connect: 0, deliver: 0, pause: 0 },
    queue: { agents: 0, window: 0, rate: 0, dead: 0, scan: 0, other: 0 },
    pauses: { dead: 0, refused: 0, greylisting: 0, other: 0, scan: 0 },
    holders: [],
    method: 'counts',
  };
}

function addPause({ pauses }: Ground, verdict: Verdict, row: AttemptRow): void {
  const lasted = seconds((pauses.to[row] ?? 0) - (pauses.from[row] ?? 0));
  const scan = Math.min(lasted, scanWait(pauses, row));
  const left = lasted - scan;
  verdict.time.pause += lasted;
  verdict.pauses.scan += scan;
  const why = PUT_OFF[pauses.why[row] ?? 0];
  if (why === 'dead') verdict.pauses.dead += left;
  else if (why === 'session' && pauses.first[row] === 2) verdict.pauses.greylisting += left;
  else if (why === 'too-many' || why === 'unreachable' || why === 'rate') verdict.pauses.refused += left;
  else verdict.pauses.other += left;
}

/** Over recipients: b of all their tries, and the time until the last one that was accepted. */
function quantiles(
  { traffic, waits, prepared, thresholds }: Ground,
  verdict: Verdict,
  rows: Uint32Array,
): void {
  const { attempts } = traffic.instance.tables;
  const { recipientOf, sums } = prepared;
  const waited = new Float32Array(rows.length);
  const sent = new Uint32Array(rows.length);
  let accepted = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    waited[i] = waits.all[row] ?? 0;
    if (attempts.status[row] === SENT) sent[accepted++] = row;
  }
  const b = sums.of(rows, waited, recipientOf);
  verdict.recipients = b.length;
  for (const one of b) {
    if (one > thresholds.late) verdict.waited++;
    if (one > verdict.bMax) verdict.bMax = one;
  }
  verdict.bMedian = valueAtShare(b, 0.5);
  verdict.b90 = valueAtShare(b, 0.9);
  const total = sums.lastOf(sent.subarray(0, accepted), attempts.delay, recipientOf);
  for (const one of total) if (one > verdict.totalMax) verdict.totalMax = one;
  verdict.totalMedian = valueAtShare(total, 0.5);
  verdict.total90 = valueAtShare(total, 0.9);
}

/**
 * Who had the agents while the class waited for one: seconds of each request, each weighted by how many recipients of the
 * class waited meanwhile.
 */
export function holdersOf(ground: Ground, mine: Uint8Array | null): Share[] {
  const { traffic, waits, prepared, within } = ground;
  const { attempts } = traffic.instance.tables;
  const { requests, transports, destinations, destinationOf, startOf } = traffic;
  const waiting: number[][] = transports.map(() => []);
  for (let row = within.from; row < within.to; row++) {
    if ((waits.agents[row] ?? 0) < 0.01 || !inRange(ground, row)) continue;
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
  return sharesOf(ground, byLife);
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
