import { TOO_MANY_SESSIONS } from '../../../protocol/commands.ts';
import type { ModelledDown, ModelledServer } from '../../../protocol/modelled.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { isRated } from '../findings/reply-faults.ts';
import { below } from './at-once.ts';
import type { Request } from './requests.ts';

/** Replies of servers that limit the number of sessions. */
const COUNTS_SESSIONS = /too many|concurren|simultaneous|maximum (number of )?(connections|sessions)/i;
/** Refusals and sessions within this time (µs) of each other show a limit, not a server that is down. */
const REFUSAL_CLUSTER_US = MICROS_PER_SECOND;
/**
 * Time after which a kept connection is closed (µs): smtp_connection_cache_time_limit (2 s by default) and a margin.
 */
const KEPT = 3_000_000;
/** Precision of starts (µs), because durations are printed with two digits. */
const ROUNDED = 250_000;
/** If this many sessions have ended and the server still refuses, a session limit is not the reason: a place would be free. */
const STUCK = 2;
/** Fewest refusals that contradict a session limit. Fewer may come from kept connections that left no trace. */
const MIN_REFUSALS = 6;

/** Shortest round trip (µs); logs print less as 0. */
const MIN_ROUND_TRIP_US = 3_000;

/** Outages of servers that were never reached end here, after any run (microseconds): a year. */
export const FOREVER: Micros = 365 * 86_400 * MICROS_PER_SECOND;

type Faults = Pick<ModelledServer, 'sessions' | 'rate' | 'refusal' | 'down'>;

/**
 * Infers one server's faults: a limit on sessions, a limit on sessions in a time, and outages. `origin` is instant 0
 * of the run, `until` the end of the record (both since 1970).
 */
export function faultsOf(requests: readonly Request[], origin: EpochMicros, until: EpochMicros): Faults {
  const failed = requests.filter(({ failure }) => failure !== null).sort((a, b) => a.start - b.start);
  const served = requests.filter(({ failure }) => failure === null).sort((a, b) => a.start - b.start);
  const begun = served.filter(({ greeting }) => greeting >= 0);
  const busy = openAt(served);
  const kept = openAt(keptIn(served));
  const open = (at: EpochMicros): number => busy(at) + kept(at);
  const limited: Request[] = [];
  const rated: Request[] = [];
  const down: Request[] = [];
  const most = begun.reduce((max, { start }) => Math.max(max, open(start) + 1), 0);
  for (const request of failed) {
    const reason = request.failure?.reason ?? '';
    if (isRated(reason)) rated.push(request);
    else if (COUNTS_SESSIONS.test(reason) || isAmong(begun, request.start, open(request.start), most))
      limited.push(request);
    else down.push(request);
  }
  const found = withoutOutages(served, begun, limited, open);
  const { limit, away } = countsInTime(begun, limited, found) ? { limit: 0, away: [] } : found;
  if (away !== found.away) for (const request of limited.splice(0)) rated.push(request);
  for (const request of away) {
    limited.splice(limited.indexOf(request), 1);
    down.push(request);
  }
  down.sort((a, b) => a.start - b.start);
  const refused = limited[0] ?? rated[0];
  return {
    sessions: limit,
    rate: countedInTime(begun, rated)?.rate ?? null,
    refusal: {
      after: Math.max(
        MIN_ROUND_TRIP_US,
        middle((limited.length > 0 ? limited : rated).map(({ start, end }) => end - start)),
      ),
      reason: refused?.failure?.reason ?? TOO_MANY_SESSIONS,
      status: refused?.failure?.status ?? '4.7.0',
    },
    down: windowsOf(served, down, until).map((window, i, all) => ({
      ...window,
      from: Math.max(0, Math.round(window.from - origin)),
      until: Math.round(window.until - origin),
      // It is unknown whether a server that accepted nothing from beginning to end comes back.
      ...(served.length === 0 && i === 0 ? { from: 0 } : {}),
      ...(served.length === 0 && i === all.length - 1 ? { until: FOREVER } : {}),
    })),
  };
}

/**
 * Times when connections were kept between two deliveries. A reused connection is assumed to be the one whose
 * delivery ended last. Kept connections that were not reused leave no trace.
 */
function keptIn(served: readonly Request[]): Pick<Request, 'start' | 'end'>[] {
  const ended = served.toSorted((a, b) => a.end - b.end);
  const found: Pick<Request, 'start' | 'end'>[] = [];
  const waiting: EpochMicros[] = [];
  let next = 0;
  for (const { start, greeting } of served) {
    for (; next < ended.length && (ended[next]?.end ?? 0) <= start; next++)
      waiting.push(ended[next]?.end ?? 0);
    const since = greeting < 0 ? waiting.pop() : undefined;
    if (since !== undefined && start - since <= KEPT) found.push({ start: since, end: start });
  }
  return found;
}

/** Returns a function that gives the number of sessions open at an instant. */
function openAt(served: readonly Pick<Request, 'start' | 'end'>[]): (at: EpochMicros) => number {
  const starts = served.map(({ start }) => start).sort((a, b) => a - b);
  const ends = served.map(({ end }) => end).sort((a, b) => a - b);
  return (at) => below(starts, at) - below(ends, at + 1);
}

/**
 * True for a refusal between accepted sessions while about as many sessions were open as ever. This shows a limit,
 * whatever the reply says.
 */
function isAmong(begun: readonly Request[], at: EpochMicros, open: number, most: number): boolean {
  if (open < 2 || open < most - 1) return false;
  return (
    begun.some(({ start }) => start <= at && start > at - REFUSAL_CLUSTER_US) &&
    begun.some(({ start }) => start > at && start < at + REFUSAL_CLUSTER_US)
  );
}

/**
 * Infers the session limit (0 = none) and the refusals that it cannot explain, whatever their text: the server was
 * unavailable if too few sessions were open (kept ones included), or if many sessions ended while it refused. Later
 * refusals without a session in between are of the same kind.
 */
function withoutOutages(
  served: readonly Request[],
  begun: readonly Request[],
  limited: readonly Request[],
  open: (at: EpochMicros) => number,
): { limit: number; wrong: number; away: Request[] } {
  const starts = served.map(({ start }) => start);
  const ends = served.map(({ end }) => end).sort((a, b) => a - b);
  const most = (at: EpochMicros): number => below(starts, at + ROUNDED) - below(ends, at - KEPT);
  const runs: Request[][] = [];
  let before = -1;
  for (const request of limited) {
    const place = below(starts, request.start);
    if (place === before) runs.at(-1)?.push(request);
    else runs.push([request]);
    before = place;
  }
  let [left, away]: [Request[], Request[]] = [[...limited], []];
  for (;;) {
    if (left.length === 0) return { limit: 0, wrong: 0, away };
    const { limit, wrong } = sessionLimit(begun, left, open);
    const found = runs.flatMap((run) => {
      const first = run.find(({ start }) => most(start) < limit)?.start ?? Number.POSITIVE_INFINITY;
      const since = Math.min(first - KEPT, stuckFrom(run, ends));
      return run.filter(({ start }) => start >= since);
    });
    if (found.length <= away.length) return { limit, wrong, away };
    away = found;
    left = limited.filter((request) => !found.includes(request));
  }
}

/** Time from which the server accepted none of many attempts in a row although sessions had ended, so a limit cannot be the reason. */
function stuckFrom(run: readonly Request[], ends: readonly number[]): number {
  let first = 0;
  for (const [i, { start }] of run.entries()) {
    if (start - (run[i - 1]?.start ?? start) > REFUSAL_CLUSTER_US) first = i;
    const since = run[first]?.start ?? 0;
    if (i - first + 1 >= MIN_REFUSALS && below(ends, start - ROUNDED) - below(ends, since) >= STUCK)
      return since;
  }
  return Number.POSITIVE_INFINITY;
}

/** The limit that contradicts the fewest sessions and refusals. */
function sessionLimit(
  begun: readonly Request[],
  limited: readonly Request[],
  open: (at: EpochMicros) => number,
): { limit: number; wrong: number } {
  // Cases are counted by number of open sessions, because a large provider has hundreds of thousands of cases.
  const count = (requests: readonly Request[]): number[] => {
    const counts: number[] = [];
    for (const { start } of requests) counts[open(start)] = (counts[open(start)] ?? 0) + 1;
    return counts;
  };
  const [taken, refused] = [count(begun), count(limited)];
  const most = Math.max(1, taken.length - 1, refused.length - 1) + 1;
  // Cases that contradict a limit of 1: accepted with at least one session open, or refused with none open.
  let wrong = begun.length - (taken[0] ?? 0) + (refused[0] ?? 0);
  let best = { limit: 1, wrong };
  for (let limit = 2; limit <= most; limit++) {
    wrong += (refused[limit - 1] ?? 0) - (taken[limit - 1] ?? 0);
    if (wrong <= best.wrong) best = { limit, wrong };
  }
  return best;
}

/**
 * True if a limit over a time contradicts less than half as many cases as a limit on concurrent sessions with its
 * outages. The reply's text does not matter.
 */
function countsInTime(
  begun: readonly Request[],
  limited: readonly Request[],
  { away, wrong }: { away: readonly Request[]; wrong: number },
): boolean {
  if (limited.length < MIN_REFUSALS) return false;
  const inTime = countedInTime(begun, limited);
  return inTime !== null && 2 * inTime.wrong < wrong + away.length;
}

/** A time without accepted sessions, in record time. */
interface Outage extends Omit<ModelledDown, 'from' | 'until'> {
  from: EpochMicros;
  until: EpochMicros;
}

/**
 * Infers outages: times without a session between failures of one kind. An outage begins halfway between the last
 * session and the first failure. Its end is between the last failure and the next session. As no duration is more
 * likely than another, the geometric mean of the shortest and longest possible one is used.
 */
function windowsOf(served: readonly Request[], down: readonly Request[], until: EpochMicros): Outage[] {
  const windows: (Outage & { took: Micros[]; kind: string; last: EpochMicros })[] = [];
  const starts = served.map(({ start }) => start);
  for (const { start, end, failure } of down) {
    const reason = failure?.reason ?? '';
    const kind = reason.replace(/[0-9a-f]{2,}|\d/gi, '#');
    const open = windows.at(-1);
    const between = open === undefined ? 0 : below(starts, start) - below(starts, open.last);
    if (open !== undefined && between === 0 && open.kind === kind) {
      open.took.push(end - start);
      open.last = start;
      continue;
    }
    const before = starts[below(starts, start) - 1] ?? Number.NEGATIVE_INFINITY;
    const earliest = Math.max(before, open?.last ?? Number.NEGATIVE_INFINITY);
    const from = earliest === Number.NEGATIVE_INFINITY ? start : (earliest + start) / 2;
    if (open !== undefined && between === 0) open.until = from;
    windows.push({
      from,
      until: -1,
      after: 0,
      reason,
      status: failure?.status ?? '4.4.1',
      took: [end - start],
      kind,
      last: start,
    });
  }
  let began = 0;
  return windows.map(({ from, until: known, reason, status, took, last }, i) => {
    // Failures of another kind without a session in between continue the same outage.
    if (i === 0 || windows[i - 1]?.until !== from) began = from;
    const next = starts[below(starts, last)] ?? until;
    const end = known >= 0 ? known : began + Math.sqrt(Math.max(1, last - began) * Math.max(1, next - began));
    return {
      from,
      until: Math.max(end, last + 1),
      after: Math.max(MIN_ROUND_TRIP_US, middle(took)),
      reason,
      status,
    };
  });
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
/** Assumed period of servers that do not say over which time they count sessions. */
const DEFAULT_PERIOD_US: Micros = 60 * MICROS_PER_SECOND;

/** A limit on sessions in a time, and the number of sessions and refusals that contradict it. */
interface CountedInTime {
  rate: NonNullable<ModelledServer['rate']>;
  wrong: number;
}

/**
 * The limit on new sessions in a time that contradicts the fewest sessions and refusals; among equals the largest. Null without a refusal.
 */
function countedInTime(begun: readonly Request[], refused: readonly Request[]): CountedInTime | null {
  const [first] = refused;
  if (first === undefined) return null;
  const per = timeOf(first.failure?.reason ?? '');
  const starts = begun.map(({ start }) => start).sort((a, b) => a - b);
  const ascending = (counts: number[]): number[] => counts.sort((a, b) => a - b);
  const before = (at: EpochMicros): number => below(starts, at) - below(starts, at - per + 1);
  const taken = ascending(starts.map(before));
  const turned = ascending(refused.map(({ start }) => before(start)));
  let best = { sessions: 1, wrong: Number.POSITIVE_INFINITY };
  for (const sessions of new Set([1, ...turned, ...taken.map((count) => count + 1)])) {
    if (sessions < 1) continue;
    const wrong = taken.length - below(taken, sessions) + below(turned, sessions);
    if (wrong < best.wrong || (wrong === best.wrong && sessions > best.sessions)) best = { sessions, wrong };
  }
  return { rate: { sessions: best.sessions, per }, wrong: best.wrong };
}

function timeOf(reason: string): Micros {
  const [, unit = ''] =
    /\b(?:per|last|past|each|this|an?|one|every) (second|minute|hour|day)\b/i.exec(reason) ?? [];
  const seconds = UNIT_SECONDS[unit.toLowerCase()];
  return seconds === undefined ? DEFAULT_PERIOD_US : seconds * MICROS_PER_SECOND;
}
