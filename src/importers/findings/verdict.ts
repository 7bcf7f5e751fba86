import type { MailClass } from '../../protocol/classes.ts';
import type { Share, Verdict } from '../../protocol/findings.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';
import { activeAt, type Ground, inRange, seconds, sharesOf } from './ground.ts';
import { lastNotAbove, type Levels, levelsOf } from './intervals.ts';
import { PUT_OFF, scanWait } from './pauses.ts';

const SENT = STATUSES.indexOf('sent');
const DEFERRED = STATUSES.indexOf('deferred');
const SUSPENDED = OUTCOMES.indexOf('suspended');

/** What became of one recipient over all its tries, seconds. */
interface OfRecipient {
  b: number;
  total: number;
}

/** Where the time of a class went, by counts: `mine` says which lives are of it; null = all mail. */
export function verdictOf(ground: Ground, mailClass: MailClass | null, mine: Uint8Array | null): Verdict {
  const { traffic, waits, pauses, thresholds } = ground;
  const { attempts, activations, deliveries } = traffic.instance.tables;
  const recipients = new Map<number, OfRecipient>();
  const lives = new Set<number>();
  const verdict = emptyVerdict(mailClass);
  const { time, queue } = verdict;
  for (let row = 1; row < attempts.length; row++) {
    const life = attempts.life[row] ?? 0;
    if ((mine !== null && mine[life] !== 1) || !inRange(ground, row)) continue;
    lives.add(life);
    const key = life * 2 ** 24 + (attempts.to[row] ?? 0);
    let one = recipients.get(key);
    if (one === undefined) recipients.set(key, (one = { b: 0, total: 0 }));
    const all = waits.all[row] ?? 0;
    one.b += all;
    time.queue += all;
    queue.agents += waits.agents[row] ?? 0;
    queue.window += waits.window[row] ?? 0;
    queue.rate += waits.rate[row] ?? 0;
    queue.dead += waits.dead[row] ?? 0;
    if (attempts.outcome[row] !== SUSPENDED) {
      time.connect += attempts.c[row] ?? 0;
      time.deliver += attempts.d[row] ?? 0;
    }
    const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
    if (activations.ordinal[activation] === 1) time.before += attempts.a[row] ?? 0;
    if (attempts.status[row] === SENT) {
      verdict.sent++;
      one.total = attempts.delay[row] ?? 0;
    } else if (attempts.status[row] === DEFERRED) verdict.deferred++;
  }
  queue.other = Math.max(0, time.queue - queue.agents - queue.window - queue.rate - queue.dead);
  for (let row = 0; row < pauses.length; row++) {
    const before = pauses.before[row] ?? 0;
    if ((mine !== null && mine[attempts.life[before] ?? 0] !== 1) || !inRange(ground, before)) continue;
    addPause(ground, verdict, row);
  }
  verdict.messages = lives.size;
  verdict.recipients = recipients.size;
  quantiles(verdict, [...recipients.values()], thresholds.late);
  verdict.holders = holdersOf(ground, mine);
  return verdict;
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

function addPause({ pauses }: Ground, verdict: Verdict, row: number): void {
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

function quantiles(verdict: Verdict, recipients: readonly OfRecipient[], late: number): void {
  const b = Float64Array.from(recipients, (one) => one.b).sort();
  const total = Float64Array.from(
    recipients.filter((one) => one.total > 0),
    (one) => one.total,
  ).sort();
  const at = (list: Float64Array, share: number): number =>
    list[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;
  verdict.waited = b.length - 1 - lastNotAbove(b, late);
  verdict.bMedian = at(b, 0.5);
  verdict.b90 = at(b, 0.9);
  verdict.bMax = b.at(-1) ?? 0;
  verdict.totalMedian = at(total, 0.5);
  verdict.total90 = at(total, 0.9);
  verdict.totalMax = total.at(-1) ?? 0;
}

/**
 * Who had the agents while the class waited for one: seconds of each request, each weighted by how many recipients of the
 * class waited meanwhile.
 */
function holdersOf(ground: Ground, mine: Uint8Array | null): Share[] {
  const { traffic, waits } = ground;
  const { attempts } = traffic.instance.tables;
  const { requests, transports, destinations, destinationOf, startOf } = traffic;
  const active = new Float64Array(attempts.length);
  const waiting: number[][] = transports.map(() => []);
  for (let row = 1; row < attempts.length; row++) {
    if ((waits.agents[row] ?? 0) < 0.01 || !inRange(ground, row)) continue;
    if (mine !== null && mine[attempts.life[row] ?? 0] !== 1) continue;
    active[row] = activeAt(ground, row);
    waiting[destinations[(destinationOf[row] ?? 0) - 1]?.transport ?? 0]?.push(row);
  }
  const byLife = new Map<number, number>();
  for (const [place, rows] of waiting.entries()) {
    if (rows.length === 0) continue;
    const sums = cumulative(levelsOf(rows, active, startOf));
    for (const row of transports[place]?.rows ?? []) {
      const held = sums(requests.end[row] ?? 0) - sums(requests.start[row] ?? 0);
      if (held <= 0) continue;
      const life = requests.life[row] ?? 0;
      byLife.set(life, (byLife.get(life) ?? 0) + held);
    }
  }
  return sharesOf(ground, byLife);
}

/** The integral of a level up to an instant, in seconds. */
function cumulative({ at, level }: Levels): (time: number) => number {
  const sum = new Float64Array(at.length);
  for (let i = 1; i < at.length; i++)
    sum[i] = (sum[i - 1] ?? 0) + (level[i - 1] ?? 0) * seconds((at[i] ?? 0) - (at[i - 1] ?? 0));
  return (time) => {
    const i = lastNotAbove(at, time);
    return i < 0 ? 0 : (sum[i] ?? 0) + (level[i] ?? 0) * seconds(time - (at[i] ?? 0));
  };
}
