import type { EventNumber, StepNumber } from '../../protocol/ids.ts';
import {
  replayFailures,
  replayReport,
  type ReplayState,
  replayStart,
  trackOf,
} from '../../core/inspect/feedback-replay.ts';
import type { FeedbackDecision } from '../../protocol/decisions.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import type {
  FeedbackEvent,
  FeedbackHistory,
  FeedbackRuleName,
  FeedbackTrack,
} from '../../protocol/inspect.ts';
import type { Micros } from '../../protocol/units.ts';
import type { LogSegment } from '../log/log.ts';
import { type Branch, type BranchTree, cursorAt, stepOfEvent } from '../track/branches.ts';
import { eventsBetween, recordsOfSteps } from '../log/log-reading.ts';

/** Largest number of events searched back from the cursor. Reading them takes some tens of milliseconds. */
const EVENTS_MAX = 400_000;

type Line = { at: Micros; step: StepNumber } & (
  | { what: 'created'; window: number }
  | { what: 'report'; good: boolean }
  | { what: 'decision'; decision: FeedbackDecision }
);

/** The destination of the question, by name: its id changes when the destination is idle, dropped, and created again. */
export interface FeedbackQuestion {
  transport: string;
  name: string;
}

/**
 * Every report about a destination up to a step, under both rules. The effect under the rule of the run is shown as
 * recorded; the effect under the other rule is computed from the same reports with the queue manager's own arithmetic.
 */
export function feedbackHistory(
  tree: BranchTree,
  branch: Branch,
  step: StepNumber,
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

/** The part of a branch's log about a destination that has been read so far. */
interface Known {
  /** Event after which reading began. */
  start: EventNumber;
  step: StepNumber;
  event: EventNumber;
  transports: Set<number>;
  queues: Set<number>;
  /** Reports and decisions about the destination, in the order of their steps. */
  lines: Line[];
  changes: (FeedbackHistory['serverChanges'][number] & { step: StepNumber })[];
}

/**
 * Cache for destinations asked about repeatedly while the run continues. Branches are never rewritten, so only new steps are
 * read. Its size is the largest number of destinations shown side by side.
 */
const KNOWN = new WeakMap<LogSegment, Map<string, Known>>();
const KNOWN_MAX = 5;

function knownOf(branch: Branch, question: FeedbackQuestion, event: EventNumber): Known {
  const key = `${question.transport} ${question.name}`;
  let all = KNOWN.get(branch.log);
  if (all === undefined) KNOWN.set(branch.log, (all = new Map()));
  const old = all.get(key);
  // If the cursor is far back in a long run, the known part may begin too late. Then the log is read again.
  const enough = old !== undefined && (old.start === 0 || event > old.start + EVENTS_MAX / 2);
  const start = Math.max(0, event - EVENTS_MAX);
  const known: Known = enough
    ? old
    : {
        start,
        step: -1,
        event: start,
        transports: new Set(),
        queues: new Set(),
        lines: [],
        changes: [],
      };
  // The first key is the least recently used.
  all.delete(key);
  all.set(key, known);
  for (const oldest of all.keys()) {
    if (all.size <= KNOWN_MAX) break;
    all.delete(oldest);
  }
  return known;
}

/** Number of steps read at a time. */
const PART = 500;

/** Continues reading up to a step. Yields each range of steps, `from + 1` to `to`, before it reads it. */
export function* feedbackParts(
  tree: BranchTree,
  branch: Branch,
  step: StepNumber,
  question: FeedbackQuestion,
): Generator<readonly [from: StepNumber, to: StepNumber]> {
  const known = knownOf(branch, question, cursorAt(tree, branch, step).event);
  const begun = known.step < 0 ? (stepOfEvent(tree, branch, known.event + 1) ?? 1) - 1 : known.step;
  for (let from = begun; from < step; from += PART) {
    const to = Math.min(step, from + PART);
    yield [from, to];
    if (to > known.step) readOn(known, tree, branch, to, cursorAt(tree, branch, to).event, question);
  }
}

/** Returns the lines about the destination and its server up to a step, in order. */
function linesOf(
  tree: BranchTree,
  branch: Branch,
  step: StepNumber,
  question: FeedbackQuestion,
): { lines: Line[]; serverChanges: FeedbackHistory['serverChanges'] } {
  const { event } = cursorAt(tree, branch, step);
  const known = knownOf(branch, question, event);
  if (step > known.step) readOn(known, tree, branch, step, event, question);
  const upTo = <T extends { step: StepNumber }>(all: T[]): T[] => {
    const end = all.findLastIndex((line) => line.step <= step) + 1;
    return end === all.length ? all : all.slice(0, end);
  };
  const serverChanges = upTo(known.changes).map(({ at, server, text }) => ({ at, server, text }));
  return { lines: upTo(known.lines), serverChanges };
}

function readOn(
  known: Known,
  tree: BranchTree,
  branch: Branch,
  step: StepNumber,
  event: EventNumber,
  question: FeedbackQuestion,
): void {
  const lines: Line[] = [];
  // A queue for one recipient is named after the address, but its mail goes to the server of the domain.
  const domain = question.name.slice(question.name.lastIndexOf('@') + 1).toLowerCase();
  let firstStep = step;
  for (const { at, step: own, event: what } of eventsBetween(tree, branch, known.event + 1, event)) {
    firstStep = Math.min(firstStep, own);
    if (what.kind === 'server.changed' && (what.server === '*' || what.server.toLowerCase() === domain))
      known.changes.push({ at, step: own, server: what.server, text: what.text });
    const line = lineOf(what, question, known.transports, known.queues);
    if (line !== null) lines.push({ at, step: own, ...line });
  }
  const from = known.step < 0 ? firstStep - 1 : known.step;
  for (const record of recordsOfSteps(tree, branch, from, step)) {
    const { decision } = record;
    if (decision.rule !== 'feedback' || !known.queues.has(decision.queue)) continue;
    lines.push({ at: record.at, step: record.step, what: 'decision', decision });
  }
  // A report comes before the decisions that it caused in the same step; the sort is stable.
  lines.sort((a, b) => a.step - b.step || order(a) - order(b));
  for (const line of lines) known.lines.push(line);
  known.step = step;
  known.event = event;
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
    // The transport may have been created before the events that are searched.
    (transports.has(event.transport) || transports.size === 0)
  ) {
    queues.add(event.queue);
    return { what: 'created', window: 0 };
  }
  if (event.kind === 'entry.done' && queues.has(event.queue)) {
    // A crash makes no report; its effect depends on the previous report (qmgr/README.md §12.6).
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
      const window = decisionFrom(lines, i)?.windowBefore ?? initial;
      state.life++;
      state.run = replayStart(window);
      state.other = replayStart(window);
      return;
    }
    if (line.what === 'report') {
      // A report about a ready destination causes a decision in the same step, which has more details.
      const heard = lines.slice(i + 1, i + 4).some((l) => l.what === 'decision' && l.step === line.step);
      if (!heard && operands !== null) mutedReport(state, line, operands);
      return;
    }
    operands = line.decision;
    heardReport(state, line, line.decision);
  });
  return state.events;
}

function decisionFrom(lines: readonly Line[], from: number): FeedbackDecision | null {
  for (let i = from; i < lines.length; i++) {
    const line = lines[i];
    if (line?.what === 'decision') return line.decision;
  }
  return null;
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

/**
 * Adds a report that the run ignored, because the destination was dead or suspended. The other rule counts the report if the
 * destination is alive under it.
 */
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
    // After a revival both rules have the same window: it depends on the busy deliveries, not on the sums.
    state.other = replayStart(window);
    push(state, line, 'revival', false, d, { run, other: { ...run } });
    return;
  }
  const other = replayReport(OTHER[state.rule], state.other, d.sign === 'positive', d);
  state.other = other.state;
  push(state, line, d.sign, false, d, { run, other: other.track });
}

/** Returns the state under each rule after the last event, to show the windows if every later report is a failure. */
function endStates(events: readonly FeedbackEvent[], initial: number): Record<FeedbackRuleName, ReplayState> {
  const stateOf = (rule: FeedbackRuleName): ReplayState => {
    const track = events.at(-1)?.[rule];
    if (track === undefined) return replayStart(initial);
    const { window, success, failure, failCohorts } = track;
    return { window: Math.max(1, window), success, failure, failCohorts, dead: window === 0 };
  };
  return { shipped: stateOf('shipped'), documented: stateOf('documented') };
}
