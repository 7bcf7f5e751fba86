import {
  replayFailures,
  replayReport,
  type ReplayState,
  replayStart,
  trackOf,
} from '../core/inspect/feedback-replay.ts';
import type { FeedbackDecision } from '../protocol/decisions.ts';
import type { CoreEvent } from '../protocol/events.ts';
import type { FeedbackEvent, FeedbackHistory, FeedbackRuleName, FeedbackTrack } from '../protocol/inspect.ts';
import type { Micros } from '../protocol/units.ts';
import { type Branch, type BranchTree, cursorAt, eventsBetween, recordsOfSteps } from './branches.ts';

/** Events that are looked through, counted back from the cursor: some tens of milliseconds. */
const EVENTS_MAX = 400_000;

type Line = { at: Micros; step: number } & (
  | { what: 'created'; window: number }
  | { what: 'report'; good: boolean }
  | { what: 'decision'; decision: FeedbackDecision }
);

/** Which destination is asked about; ids change when an idle one is dropped and made again, names do not. */
export interface FeedbackQuestion {
  transport: string;
  name: string;
}

/**
 * Every report about a destination up to a step, under both rules. The rule of the run is shown as it was recorded; the
 * other one is computed from the same reports with the queue manager's own arithmetic.
 */
export function feedbackHistory(
  tree: BranchTree,
  branch: Branch,
  step: number,
  question: FeedbackQuestion,
  options: { rule: FeedbackRuleName; limit: number },
): FeedbackHistory | null {
  const { lines, serverChanges } = linesOf(tree, branch, step, question);
  const last = lines.findLast((line) => line.what === 'decision');
  const events = replay(lines, options.rule);
  if (last?.what !== 'decision') return null;
  const { decision } = last;
  const states = endStates(events, decision.initialConcurrency);
  return {
    rule: options.rule,
    positive: decision.positive,
    negative: decision.negative,
    cohortLimit: decision.cohortLimit,
    concurrencyLimit: decision.concurrencyLimit,
    initialConcurrency: decision.initialConcurrency,
    events: events.slice(-options.limit),
    total: events.length,
    ifFails: {
      shipped: replayFailures('shipped', states.shipped, decision),
      documented: replayFailures('documented', states.documented, decision),
    },
    serverChanges,
  };
}

/** What the log says about the destination, in order, and about its server. */
function linesOf(
  tree: BranchTree,
  branch: Branch,
  step: number,
  question: FeedbackQuestion,
): { lines: Line[]; serverChanges: FeedbackHistory['serverChanges'] } {
  const cursor = cursorAt(tree, branch, step);
  const from = Math.max(1, cursor.event - EVENTS_MAX);
  const transports = new Set<number>();
  const queues = new Set<number>();
  const lines: Line[] = [];
  const serverChanges: FeedbackHistory['serverChanges'] = [];
  // A queue of one recipient is named after the address; the server is the domain's.
  const domain = question.name.slice(question.name.lastIndexOf('@') + 1).toLowerCase();
  let firstStep = step;
  for (const { at, step: own, event } of eventsBetween(tree, branch, from, cursor.event)) {
    firstStep = Math.min(firstStep, own);
    if (event.kind === 'server.changed' && (event.server === '*' || event.server.toLowerCase() === domain))
      serverChanges.push({ at, server: event.server, text: event.text });
    const line = lineOf(event, question, transports, queues);
    if (line !== null) lines.push({ at, step: own, ...line });
  }
  for (const record of recordsOfSteps(tree, branch, firstStep - 1, step)) {
    const { decision } = record;
    if (decision.rule !== 'feedback' || !queues.has(decision.queue)) continue;
    lines.push({ at: record.at, step: record.step, what: 'decision', decision });
  }
  // A report comes before the decisions that it led to; the sort is stable.
  return { lines: lines.sort((a, b) => a.step - b.step || order(a) - order(b)), serverChanges };
}

function order(line: Line): number {
  return { created: 0, report: 1, decision: 2 }[line.what];
}

type Bare = { what: 'created'; window: number } | { what: 'report'; good: boolean };

function lineOf(
  event: CoreEvent,
  question: FeedbackQuestion,
  transports: Set<number>,
  queues: Set<number>,
): Bare | null {
  if (event.kind === 'transport.created' && event.name === question.transport)
    transports.add(event.transport);
  if (
    event.kind === 'queue.created' &&
    event.name === question.name &&
    // The transport may have been made before the events that are looked through.
    (transports.has(event.transport) || transports.size === 0)
  ) {
    queues.add(event.queue);
    return { what: 'created', window: 0 };
  }
  if (event.kind === 'entry.done' && queues.has(event.queue)) {
    // A crash gives no report of its own; what it does depends on the report before it (nqmgr.md §12.6).
    return event.result === 'crash' ? null : { what: 'report', good: event.result !== 'site-fail' };
  }
  return null;
}

interface Replay {
  life: number;
  run: ReplayState;
  other: ReplayState;
  rule: FeedbackRuleName;
  events: FeedbackEvent[];
}

function replay(lines: readonly Line[], rule: FeedbackRuleName): FeedbackEvent[] {
  const known = lines.find((line) => line.what === 'decision');
  const first = known?.what === 'decision' ? known.decision : null;
  const initial = first?.initialConcurrency ?? 1;
  const state: Replay = { life: 0, run: replayStart(initial), other: replayStart(initial), rule, events: [] };
  let operands = first;
  lines.forEach((line, i) => {
    if (line.what === 'created') {
      const next = lines.slice(i).find((l) => l.what === 'decision');
      const window = next?.what === 'decision' ? next.decision.windowBefore : initial;
      state.life++;
      state.run = replayStart(window);
      state.other = replayStart(window);
      return;
    }
    if (line.what === 'report') {
      // Reports of a ready destination lead to a decision in the same step, which says more.
      const heard = lines.slice(i + 1, i + 4).some((l) => l.what === 'decision' && l.step === line.step);
      if (!heard && operands !== null) mutedReport(state, line, operands);
      return;
    }
    operands = line.decision;
    heardReport(state, line, line.decision);
  });
  return state.events;
}

const OTHER: Record<FeedbackRuleName, FeedbackRuleName> = { shipped: 'documented', documented: 'shipped' };

function push(
  state: Replay,
  line: Line,
  sign: FeedbackEvent['sign'],
  muted: boolean,
  given: FeedbackDecision,
  tracks: { run: FeedbackTrack; other: FeedbackTrack },
): void {
  const { at, step } = line;
  const both = { [state.rule]: tracks.run, [OTHER[state.rule]]: tracks.other } as Pick<
    FeedbackEvent,
    FeedbackRuleName
  >;
  const { busy, positive, negative, cohortLimit } = given;
  const inForce = { positive, negative, cohortLimit };
  state.events.push({ at, step, life: state.life, sign, muted, busy, ...inForce, ...both });
}

/** The run heard nothing: its destination was dead or paused. The other rule hears it, if it is alive. */
function mutedReport(state: Replay, line: Line & { what: 'report' }, o: FeedbackDecision): void {
  const other = replayReport(OTHER[state.rule], state.other, line.good, o);
  state.other = other.state;
  const run = trackOf(state.run, null, state.run.window);
  push(state, line, line.good ? 'positive' : 'negative', true, o, { run, other: other.track });
}

function heardReport(state: Replay, line: Line, d: FeedbackDecision): void {
  const { windowBefore, windowAfter: window, success, failure, failCohorts, died } = d;
  state.run = { window, success, failure, failCohorts, dead: died };
  const run: FeedbackTrack = {
    alive: true,
    amount: d.amount,
    applied: d.applied,
    windowBefore: d.sign === 'revival' ? 0 : windowBefore,
    window: died ? 0 : window,
    success,
    failure,
    failCohorts,
    died,
  };
  if (d.sign === 'revival') {
    // Back from the dead both begin with the same window: it follows from what is busy, not from the sums.
    state.other = replayStart(window);
    push(state, line, 'revival', false, d, { run, other: { ...run } });
    return;
  }
  const other = replayReport(OTHER[state.rule], state.other, d.sign === 'positive', d);
  state.other = other.state;
  push(state, line, d.sign, false, d, { run, other: other.track });
}

/** Sums after the last event, for "what if it fails from now on". */
function endStates(events: readonly FeedbackEvent[], initial: number): Record<FeedbackRuleName, ReplayState> {
  const stateOf = (rule: FeedbackRuleName): ReplayState => {
    const track = events.at(-1)?.[rule];
    if (track === undefined) return replayStart(initial);
    const { window, success, failure, failCohorts } = track;
    return { window: Math.max(1, window), success, failure, failCohorts, dead: window === 0 };
  };
  return { shipped: stateOf('shipped'), documented: stateOf('documented') };
}
