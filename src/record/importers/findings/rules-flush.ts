import type { AttemptRow } from '../../../protocol/ids.ts';
import type { Finding } from '../../protocol/findings.ts';
import { FLUSH_TAKES } from '../../../protocol/recorded.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { EVENT_KINDS, STATUSES } from '../store/tables.ts';
import { type FindingContext, inRange, replyOf } from './finding-context.ts';
import { Tally, MAX_FINDINGS, untold } from './tally.ts';
import { lastNotAbove } from './intervals.ts';
import { cameEarly } from './pauses.ts';
import { once } from './prepared.ts';
import { valueAtShare } from './sums.ts';

const SENT = STATUSES.indexOf('sent');
/** Number of findings after which the search yields. */
const GIVE_WAY = 500;
/** Most attempts that are searched for new mail delivered beside a flush. */
const BESIDE = 20_000;

/** Pauses that ended early without a postsuper command for the message, in order of their ends. */
function endedEarly({ traffic, pauses }: FindingContext): number[] {
  const { attempts, operations } = traffic.instance.tables;
  const operated = new Set<number>();
  for (let row = 1; row < operations.length; row++) operated.add(operations.life[row] ?? 0);
  const rows: number[] = [];
  for (let row = 0; row < pauses.length; row++)
    if (cameEarly(pauses, row) && !operated.has(attempts.life[pauses.before[row] ?? 0] ?? 0)) rows.push(row);
  return rows.sort((a, b) => (pauses.to[a] ?? 0) - (pauses.to[b] ?? 0));
}

/** Pauses that ended within seconds of each other: indexes `first` to `end` (exclusive) in the list of early ones. */
interface Burst {
  first: number;
  end: number;
  messages: number;
  cost: Seconds;
  from: EpochMicros;
  to: EpochMicros;
}

/** Finds flushes: many early activations within seconds. A flush leaves no other trace in a log. */
export function* flushes(context: FindingContext): Generator<undefined, Finding[], undefined> {
  const { traffic, pauses, prepared, thresholds } = context;
  const { attempts } = traffic.instance.tables;
  if (!pauses.timesKnown) return [];
  const rows = once(prepared, flushes, () => endedEarly(context)).filter((row) =>
    inRange(context, pauses.before[row] ?? 0),
  );
  const restarts = once(prepared, restartsOf, () => restartsOf(context));
  const restartTimes = Float64Array.from(restarts, ({ time }) => time);
  const found: Burst[] = [];
  for (let i = 0; i < rows.length; ) {
    if (found.length % GIVE_WAY === GIVE_WAY - 1) yield;
    const burst = burstAt(context, rows, i);
    i = burst.end;
    if (burst.messages >= thresholds.count) found.push(burst);
  }
  yield;
  found.sort((one, other) => other.cost - one.cost);
  return found.map((burst, rank) => {
    if (rank >= MAX_FINDINGS) return untold('flush', burst);
    const { from } = burst;
    const { kind, time = -Infinity } = restarts[lastNotAbove(restartTimes, from)] ?? {};
    const restart = kind !== undefined && from - time < 10 * MICROS_PER_SECOND ? kind : '';
    const tally = new Tally(context);
    const again: number[] = [];
    for (let at = burst.first; at < burst.end; at++) {
      const row = rows[at] ?? 0;
      const after = pauses.after[row] ?? 0;
      tally.add(after, context.waits.all[after] ?? 0, pauses.to[row] ?? 0, attempts.time[after] ?? 0);
      if (attempts.status[after] !== SENT) again.push(after);
    }
    const { messages } = burst;
    const { reply, count } = usualReply(context, again);
    return tally.finding(
      'flush',
      '',
      {
        messages,
        again: again.length,
        said: count,
        tries: tally.rows.length,
        ...freshBeside(context, tally),
      },
      { words: { restart, reply } },
    );
  });
}

/** Text before the reason why a destination is dead. */
const SUSPENDED = /^delivery temporarily suspended: /;

/**
 * The most common reply to these attempts, and its count. Suspended recipients count under the reason that they repeat.
 */
function usualReply(context: FindingContext, rows: readonly AttemptRow[]): { reply: string; count: number } {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const reply = replyOf(context, row).replace(SUSPENDED, '');
    counts.set(reply, (counts.get(reply) ?? 0) + 1);
  }
  const [[reply, count] = ['', 0]] = [...counts].sort(([, one], [, other]) => other - one);
  return { reply, count };
}

/** Waits of new mail that became active while flushed mail was being delivered. */
function freshBeside(
  { traffic, waits, prepared }: FindingContext,
  { rows, from, to }: Tally,
): Record<'fresh' | 'freshMedian' | 'freshLongest', number> {
  const { attempts, deliveries, activations } = traffic.instance.tables;
  const waited: number[] = [];
  const first = rows.reduce((least, row) => Math.min(least, row), Infinity);
  for (let row = first; row < Math.min(attempts.length, first + BESIDE); row++) {
    const active = prepared.activeOf[row] ?? 0;
    const ordinal = activations.ordinal[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0];
    if (ordinal === 1 && active >= from && active <= to) waited.push(waits.all[row] ?? 0);
  }
  const longest = waited.reduce((most, one) => Math.max(most, one), 0);
  const freshMedian = valueAtShare(Float64Array.from(waited), 0.5);
  return { fresh: waited.length, freshMedian, freshLongest: longest };
}

/**
 * The burst that begins with a pause. A large record has thousands of bursts, so messages are counted with a stamp
 * per life instead of a set.
 */
function burstAt(
  { traffic, pauses, waits, prepared }: FindingContext,
  rows: readonly number[],
  first: AttemptRow,
): Burst {
  const { attempts, lives } = traffic.instance.tables;
  const seen = once(prepared, burstAt, () => ({ of: new Uint32Array(lives.length), turn: 0 }));
  const turn = ++seen.turn;
  const from = pauses.to[rows[first] ?? 0] ?? 0;
  const burst = { first, end: first, messages: 0, cost: 0, from, to: -Infinity };
  for (; burst.end < rows.length; burst.end++) {
    const row = rows[burst.end] ?? 0;
    if ((pauses.to[row] ?? 0) >= from + FLUSH_TAKES * MICROS_PER_SECOND) break;
    const after = pauses.after[row] ?? 0;
    const life = attempts.life[after] ?? 0;
    if (seen.of[life] !== turn) burst.messages++;
    seen.of[life] = turn;
    burst.cost += waits.all[after] ?? 0;
    burst.to = Math.max(burst.to, attempts.time[after] ?? 0);
  }
  return burst;
}

/** Starts and reloads, ascending. */
function restartsOf({ traffic }: FindingContext): { kind: string; time: EpochMicros }[] {
  const { events } = traffic.instance.tables;
  const found: { kind: string; time: EpochMicros }[] = [];
  for (let row = 1; row < events.length; row++) {
    const kind = EVENT_KINDS[events.kind[row] ?? 0] ?? '';
    if (/start|reload|new-qmgr/.test(kind)) found.push({ kind, time: events.time[row] ?? 0 });
  }
  return found.sort((one, other) => one.time - other.time);
}
