import type { Evidence, Place, WindowLine, PreemptionLine } from '../../importers/replay/evidence.ts';
import type { Replay } from '../../importers/replay/setup.ts';
import type { Decision, FeedbackDecision } from '../../../protocol/decisions.ts';
import type { CoreEvent } from '../../../protocol/events.ts';
import type { AttemptRow, MessageId } from '../../../protocol/ids.ts';
import type { Compared, ReplayDifference, ReplayScore } from '../../protocol/replay.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { type RecordedSetup, UNTRIED } from '../../../protocol/recorded.ts';

/** Sums of a window line are equal within this share of their value, because Postfix prints sums with six digits. */
const PRINTED = 1e-5;
/** Longest accepted scan interval, as a multiple of queue_run_delay. In practice it is up to 8 % longer. */
const SCAN_DRIFT = 1.1;

/** Compares a run with the evidence of the record while the run goes on. */
export interface Scorer {
  event(event: CoreEvent): void;
  decision(decision: Decision): void;
  /** A deferred message became active again; `released` = it had been on hold before. */
  activated(fact: number, msg: MessageId, at: Micros, released: boolean): void;
  /** The active queue is full now, so queue scans wait for room. */
  full(at: Micros): void;
  /** An attempt of a delivery ended. `start` = start of the delivery in the run, `active` = activation of its message. */
  ended(attempt: AttemptRow, start: Micros, active: Micros): void;
  /** A recipient was deferred without an attempt. `queue` = its dead destination in the run, '' = not deferred by the run. */
  suspended(fact: number, queue: string): void;
  /** Returns the score. Call this once, at the end. */
  result(): ReplayScore;
}

/** What the comparison has gathered so far. */
interface Gathered {
  readonly evidence: Evidence;
  readonly replay: Replay;
  readonly score: ReplayScore;
  readonly differs: (difference: ReplayDifference) => void;
  readonly names: Map<number, string>;
  /** Instant of the earliest retry of each deferred message. */
  readonly retryAt: Map<number, Micros>;
  /** Deaths in the run by destination. `seen` = the record shows the death by a recipient deferred without an attempt. */
  readonly deaths: Map<string, { seen: boolean }[]>;
  readonly preemptions: Preemption[];
  readonly windows: ReadonlyMap<string, WindowLines>;
  /** Instant at which the active queue was last full, in microseconds of the run. */
  full: Micros;
  /** Selections that cannot be compared, and the last selection before the first of them. */
  unknown: { count: number; after: Place | null };
}

interface WindowLines {
  lines: WindowLine[];
  next: number;
}

/**
 * `scanEvery`: queue_run_delay in microseconds. `differs` is called for each difference as it is found, but not for
 * preemptions.
 */
export function createScorer(
  replay: Replay,
  evidence: Evidence,
  scanEvery: Micros,
  differs: (difference: ReplayDifference) => void = () => undefined,
): Scorer {
  const g: Gathered = {
    evidence,
    replay,
    differs,
    score: emptyScore(replay, evidence),
    names: new Map(),
    retryAt: new Map(),
    deaths: new Map(),
    preemptions: [],
    windows: byQueue(evidence),
    full: Number.NEGATIVE_INFINITY,
    unknown: { count: 0, after: null },
  };
  return {
    event: (happened) => note(g, happened),
    decision: (decision) => {
      if (decision.rule === 'feedback') compareWindow(g, decision);
    },
    full: (at) => (g.full = at),
    activated: (fact, msg, at, released) => compareRetry(g, scanEvery, { fact, msg, at, released }),
    ended: (attempt, start, active) => compareQueueTime(g, attempt, start - active),
    suspended: (fact, queue) => seeDeath(g, fact, queue),
    result: () => result(g),
  };
}

function emptyScore(replay: Replay, evidence: Evidence): ReplayScore {
  const none = (recorded: number): Compared => ({ recorded, compared: 0, equal: 0 });
  const { selections, attempts } = replay.scenario.recorded;
  return {
    selections: none(selections.message.length),
    preemptions: none(evidence.preemptions.length),
    windows: none(evidence.windows.length),
    deaths: none(0),
    retries: { ...none(0), flushes: 0 },
    attempts: { recorded: attempts.message.length, replayed: 0 },
    b: { compared: 0, within: 0 },
    differences: { selection: 0, delivery: 0, activation: 0, order: 0, unknown: 0 },
    first: null,
  };
}

/** `score.first` is the difference that comes first in the log. */
function differ(
  { score, differs }: Gathered,
  { file, line }: Place,
  what: string,
  recorded: string,
  predicted: string,
): void {
  const difference = { file, line, what, recorded, predicted };
  differs(difference);
  const { first } = score;
  if (first !== null && (first.file < file || (first.file === file && first.line <= line))) return;
  score.first = difference;
}

function placeOf({ replay }: Gathered, fact: number): Place {
  return { file: replay.files[fact] ?? 0, line: replay.lines[fact] ?? 0 };
}

function note(g: Gathered, happened: CoreEvent): void {
  switch (happened.kind) {
    case 'message.injected':
      g.names.set(happened.msg, happened.name);
      return;
    case 'job.preempted':
      g.preemptions.push({
        current: g.names.get(happened.current) ?? '',
        by: g.names.get(happened.by) ?? '',
      });
      return;
    case 'queue.dead':
      g.deaths.set(happened.name, [...(g.deaths.get(happened.name) ?? []), { seen: false }]);
      return;
    case 'message.done':
      if (happened.result === 'deferred' && happened.retryAt !== undefined)
        g.retryAt.set(happened.msg, happened.retryAt * MICROS_PER_SECOND);
      return;
    case 'record.differs':
      g.score.differences[happened.what]++;
      if (happened.what === 'order' || happened.what === 'unknown') return noteUnknown(g, happened.fact);
      differ(g, placeOf(g, happened.fact), happened.what, happened.recorded, happened.predicted);
      return;
    default:
  }
}

function noteUnknown({ replay, unknown }: Gathered, fact: number): void {
  const { kind } = replay.scenario.recorded.facts;
  if (kind[fact] !== 'select') return;
  unknown.count++;
  const before = kind.lastIndexOf('select', fact - 1);
  unknown.after ??= { file: replay.files[before] ?? 0, line: replay.lines[before] ?? 0 };
}

function compareWindow(g: Gathered, decision: FeedbackDecision): void {
  const lines = g.windows.get(decision.queueName);
  const line = lines?.lines[lines.next];
  if (lines === undefined || line === undefined) return;
  lines.next++;
  const got = {
    window: decision.died ? 0 : decision.windowAfter,
    success: decision.success,
    failure: decision.failure,
    cohorts: decision.failCohorts,
  };
  const equal =
    got.window === line.window &&
    near(got.success, line.success) &&
    near(got.failure, line.failure) &&
    near(got.cohorts, line.cohorts);
  g.score.windows.compared++;
  if (equal) g.score.windows.equal++;
  else differ(g, line, `window of ${line.queue}`, sums(line), sums(got));
}

function compareRetry(
  g: Gathered,
  scanEvery: Micros,
  { fact, msg, at, released }: { fact: number; msg: MessageId; at: Micros; released: boolean },
): void {
  const due = g.retryAt.get(msg);
  g.retryAt.delete(msg);
  if (due === undefined || released) return;
  const { retries } = g.score;
  retries.recorded++;
  // Queue files have whole-second time stamps, so a retry may come a second early. A retry before that follows a flush.
  if (at < due - 2 * MICROS_PER_SECOND) {
    retries.flushes++;
    return;
  }
  // A scan waits while the active queue is full, so the time of a retry at that scan cannot be compared.
  if (g.full >= due - 2 * MICROS_PER_SECOND) return;
  retries.compared++;
  if (at <= due + scanEvery * SCAN_DRIFT + MICROS_PER_SECOND) retries.equal++;
  else
    differ(
      g,
      placeOf(g, fact),
      'retry',
      `at ${at / MICROS_PER_SECOND} s`,
      `from ${due / MICROS_PER_SECOND} s, at the scan after`,
    );
}

function compareQueueTime({ score, evidence }: Gathered, attempt: AttemptRow, predicted: Micros): void {
  const b = evidence.b[attempt] ?? 0;
  score.attempts.replayed++;
  score.b.compared++;
  const off = Math.abs(predicted - b) - (evidence.bOff[attempt] ?? 0);
  if (off <= Math.max(0.1 * MICROS_PER_SECOND, 0.02 * b)) score.b.within++;
}

/** Without window lines, only recipients deferred without an attempt show the death of a destination. */
function seeDeath(g: Gathered, fact: number, queue: string): void {
  if (g.evidence.windows.length > 0) return;
  for (const death of g.deaths.get(queue) ?? []) death.seen = true;
  if (queue !== '') return;
  differ(g, placeOf(g, fact), 'death', 'deferred without an attempt', 'attempted');
  g.score.deaths.recorded++;
  g.score.deaths.compared++;
}

function result(g: Gathered): ReplayScore {
  const { score, evidence, preemptions, unknown, replay } = g;
  score.selections.compared = score.selections.recorded - unknown.count;
  score.selections.equal = score.selections.compared - score.differences.selection;
  const inDoubt = doubtedIn(replay.scenario.recorded);
  for (const { line, got } of matchPreemptions(evidence.preemptions, preemptions, inDoubt, unknown.after)) {
    score.preemptions.compared++;
    const is = got === null ? 'none' : `${got.current} by ${got.by}`;
    const was = `${line.preempted} by ${line.by}`;
    if (is === was) score.preemptions.equal++;
    else differ(g, line, 'preemption', was, is);
  }
  compareDeaths(g);
  return score;
}

function compareDeaths({ score, evidence, deaths }: Gathered): void {
  const stated = evidence.windows.filter(({ window }) => window === 0);
  const left = new Map<string, number>();
  for (const [name, list] of deaths)
    left.set(name, list.filter(({ seen }) => seen || stated.length > 0).length);
  if (evidence.windows.length === 0) {
    const seen = [...left.values()].reduce((sum, count) => sum + count, 0);
    score.deaths.recorded += seen;
    score.deaths.compared += seen;
    score.deaths.equal = seen;
    return;
  }
  score.deaths.recorded = stated.length;
  score.deaths.compared = stated.length;
  for (const { queue } of stated) {
    const count = left.get(queue) ?? 0;
    if (count > 0) score.deaths.equal++;
    left.set(queue, count - 1);
  }
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= PRINTED * Math.max(1, Math.abs(a));
}

function sums({ window, success, failure, cohorts }: Omit<WindowLine, 'queue' | 'file' | 'line'>): string {
  const six = (value: number): string => String(Number(value.toPrecision(6)));
  return `window ${window} success ${six(success)} failure ${six(failure)} fail_cohorts ${six(cohorts)}`;
}

function byQueue(evidence: Evidence): Map<string, WindowLines> {
  const lists = new Map<string, WindowLines>();
  for (const line of evidence.windows) {
    const list = lists.get(line.queue) ?? { lines: [], next: 0 };
    list.lines.push(line);
    lists.set(line.queue, list);
  }
  return lists;
}

/** A preemption in the run, by queue ids. */
interface Preemption {
  current: string;
  by: string;
}

/** Number of next preemptions of the run among which a preemption of the log is searched. */
const AHEAD = 20;

/** Queue ids of messages with recipients but no attempt for some: their real number of recipients is unknown. */
function doubtedIn({ messages, texts }: RecordedSetup): Set<string> {
  const found = new Set<string>();
  for (const [i, id] of messages.id.entries()) {
    // Recipients without an attempt come last in their message, so the last recipient shows whether there are any.
    const last = texts[messages.address[(messages.first[i + 1] ?? 0) - 1] ?? -1] ?? '';
    if (last.includes(`@${UNTRIED}`)) found.add(texts[id] ?? '');
  }
  return found;
}

/**
 * Matches each preemption of the log with one of the run (null = none). Leaves out preemptions of a message whose recipients are not
 * all known, and preemptions after the first selection that cannot be compared (`after` = the selection before it).
 */
function matchPreemptions(
  recorded: readonly PreemptionLine[],
  run: readonly Preemption[],
  inDoubt: ReadonlySet<string>,
  after: Place | null,
): { line: PreemptionLine; got: Preemption | null }[] {
  const matched: { line: PreemptionLine; got: Preemption | null }[] = [];
  let next = 0;
  for (const line of recorded) {
    const isLike = ({ current, by }: Preemption): boolean => current === line.preempted && by === line.by;
    const isLate = after !== null && line.file === after.file && line.line > after.line;
    const isDoubted = isLate || inDoubt.has(line.preempted) || inDoubt.has(line.by);
    const near = run.slice(next, next + AHEAD);
    const at = near.findIndex(
      (one) => isLike(one) || (!isDoubted && !inDoubt.has(one.current) && !inDoubt.has(one.by)),
    );
    if (at < 0 && isDoubted) continue;
    next += Math.max(0, at) + 1;
    matched.push({ line, got: near[at] ?? null });
  }
  return matched;
}
