import type { BranchApi, BranchRow, RunTree } from './branches.ts';
import type { Command, LiveCommand } from './commands.ts';
import type { DecisionRecord } from './decisions.ts';
import type {
  LogFilter,
  LogPage,
  NamedEvents,
  ScanReport,
  ScanRequest,
  SearchReport,
  StopTest,
  TravelMemory,
} from './debug.ts';
import type { EventKind, EventRecord } from './events.ts';
import type { Cursor, Frame, View } from './frame.ts';
import type { AgeTable, FeedbackHistory, MailQueueName, MemoryTable, MessageDetail } from './inspect.ts';
import type { Result } from './result.ts';
import type { Scenario } from './scenario.ts';
import type { LanesQuestion, ThreadLanes } from './thread-lanes.ts';
import type { StudyApi } from './studies.ts';
import type { Micros } from './units.ts';
import type { LabReport } from './lab.ts';
import type { WheelDetail, WheelQuestion } from './wheel.ts';
import type { WhyAnswer, WhyQuestion } from './why.ts';

/** Units of a step, forward or back. `preemption` goes to the next or previous preemption. */
export const STEP_UNITS = [
  'decision',
  'delivery',
  'event',
  'message',
  'second',
  'preemption',
  /** The next time the clock wakes for a bucket; the next purge of watch lists. */
  'wakeup',
  'purge',
  /** The next wake-up in which a timer falls to a finer level. */
  'cascade',
  /** The next change of the count of a group, or a fetch that is held or refused. */
  'cause',
] as const;

export type StepUnit = (typeof STEP_UNITS)[number];

/** What playing advances by. */
export type PlayBy = 'time' | 'step';

/** A place to go to: a step, an event number, or the last step at or before an instant. */
export type SeekTarget = { step: number } | { event: number } | { at: Micros };

/** A mark above the timeline. */
export interface TimelineMark {
  kind:
    | 'injection'
    | 'preemption'
    | 'dead'
    | 'change'
    | 'purge'
    | 'purge-old'
    | 'over'
    /** Wake-ups of the timing wheel: something fell, something ran, nothing was there. */
    | 'woke-cascade'
    | 'woke-ran'
    | 'woke-empty';
  at: Micros;
  step: number;
  number: number;
  text: string;
}

/** What the timeline shows of an interval: decisions counted in equal parts, and marks (thinned above 400). */
export interface TimelineSlice {
  from: Micros;
  to: Micros;
  counts: number[];
  marks: TimelineMark[];
  /** Those that are not deleted, in the order in which they were made. */
  branches: BranchRow[];
}

/** One candidate of the test behind a decision, recomputed from the state just before it. */
export interface CandidateRow {
  msg: number;
  number: number;
  age: number;
  entries: number;
  need: number;
  score: number;
  verdict:
    | 'best'
    | 'lower-score'
    | 'does-not-fit'
    | 'has-children'
    | 'blocker'
    | 'nothing-left'
    | 'not-reached'
    | 'current'
    | 'ahead';
}

/** A run to reopen elsewhere: the scenario, what was done live, and where the reader shall land. */
export interface SavedRun {
  scenario: Scenario;
  live: LiveCommand[];
  cursor: Cursor;
  /** The cursor is between its step and the next one: nothing happens there, so only its instant tells the place. */
  between?: true;
  branch: number;
  /** Every branch, when there is more than one; `live` then tells the same of the present one alone. */
  branches?: RunTree['branches'];
}

/**
 * The door of the worker, in the worker and (behind Comlink) on the page. All long work is sliced inside, and the
 * newest request wins: an older one then settles with the place where the newest has arrived. A request settles when
 * the subscriber has taken the frame that shows its effect.
 */
export interface SessionApi extends BranchApi, StudyApi {
  /**
   * Opens a scenario, paused at the start or, with `cursor`, there (links name an event). Replaces the run; a refused
   * scenario leaves the old one open. A place that does not exist becomes the nearest one, with a notice. With `tree`,
   * all its branches are put back, `live` are the commands of its first one, and the cursor is on `tree.branch`.
   */
  open(
    scenario: Scenario,
    live?: LiveCommand[],
    cursor?: SeekTarget,
    tree?: RunTree,
  ): Promise<Result<Cursor>>;
  /**
   * Opens a scenario of the program's own, unchanged, at its start or at `cursor`. It is not checked again, so the first
   * picture need not wait for what checks: never call it with anything that came from outside.
   */
  openOwn(scenario: Scenario, cursor?: SeekTarget): Promise<Result<Cursor>>;
  /** Frames go to `sink`; the next one is made when the promise of the last has settled. */
  subscribe(view: View, sink: (frame: Frame) => Promise<void> | void): Promise<void>;
  setView(view: View): Promise<void>;
  /**
   * Plays from the cursor: `time` maps wall time to simulated time at `speed` (simulated microseconds a microsecond);
   * `step` goes from one decision to the next (a cause, a wake-up or a second where a run has no decisions), two a second,
   * for readers who asked for less motion.
   */
  play(speed: number, by?: PlayBy): Promise<void>;
  pause(): Promise<void>;
  step(unit: StepUnit, direction: 1 | -1): Promise<Cursor>;
  seek(target: SeekTarget): Promise<Cursor>;
  /** Acts at the cursor. In the past this forks a branch; at the head it continues it. */
  command(command: Command): Promise<Result<Cursor>>;
  switchBranch(branch: number): Promise<Result<Cursor>>;
  /** `wakeUps`: with marks of the timing wheel's wake-ups, the first of each kind in each small part. */
  timeline(from: Micros, to: Micros, parts: number, wakeUps?: boolean): Promise<TimelineSlice>;
  /** The decision's candidates, from the state just before the step of the given decision; none for unknown ones. */
  candidates(decision: number): Promise<CandidateRow[]>;
  /** Selections number `from` to `to` of this branch, with the other decisions between them. */
  /** Why something is as it is at the cursor: the rule, its figures, and when that changes if it follows from them. */
  why(question: WhyQuestion): Promise<WhyAnswer>;
  /** What feedback did to a destination up to the cursor, at most `limit` events; null when it gave none yet. */
  feedback(transport: string, destination: string, limit: number): Promise<FeedbackHistory | null>;
  /** Where each recipient of a message is at the cursor; null when there is no such message. */
  message(number: number): Promise<MessageDetail | null>;
  /** The latest events about a message up to the cursor, oldest first, at most `limit`. */
  messageEvents(number: number, limit: number): Promise<NamedEvents>;
  /** Undelivered recipients by destination and age, in the manner of qshape(1); `first` bucket in seconds. */
  ages(queues: MailQueueName[], first: number): Promise<AgeTable>;
  /** Whose recipients are in core, and on whose recipient slots. */
  memory(): Promise<MemoryTable>;
  /** The timing wheel at the cursor in full; null when this run has none. */
  wheel(question: WheelQuestion): Promise<WheelDetail | null>;
  /** The three designs of the timer laboratory at the cursor; null in any other run. */
  lab(): Promise<LabReport | null>;
  /** States of its threads over a window of time, as far as this branch is known; null when there is no such group. */
  threadLanes(question: LanesQuestion): Promise<ThreadLanes | null>;
  decisions(from: number, to: number): Promise<DecisionRecord[]>;
  events(from: number, to: number, kinds?: EventKind[]): Promise<EventRecord[]>;
  /**
   * Goes on, or back, until one of the tests hits; stays where it is when none does before the run ends (going on: within
   * an hour of simulated time). Anything else that the reader does cancels it. `search` says how far it is.
   */
  until(direction: 1 | -1, tests: StopTest[]): Promise<SearchReport>;
  search(): Promise<SearchReport>;
  /** Where playing stops, until other tests are given. */
  stopAt(tests: StopTest[]): Promise<void>;
  /** Values of expressions at the cursor; null where one has none or is not an expression. */
  evaluate(texts: string[]): Promise<(number | null)[]>;
  /** Expressions and tests over the whole known run, looked at in the background; null when a newer scan began. */
  scan(request: ScanRequest): Promise<ScanReport | null>;
  /** What going back costs in memory; `limit` (bytes) changes how much keyframes may take, from now on. */
  travelMemory(limit?: number): Promise<TravelMemory>;
  /**
   * For tests of what can go wrong: `crash` ends the worker as an error that nobody handles would, `invariant` lets the
   * next step break a rule of the core.
   */
  fail(how: 'crash' | 'invariant'): Promise<void>;
  /** A page of the event log of this branch, to its head; ask again while `looked` is below `all`. */
  log(filter: LogFilter, from: number, count: number): Promise<LogPage>;
  save(): Promise<SavedRun>;
  /** Hash of the event log up to the cursor: equal on every machine for equal runs. */
  hash(): Promise<string>;
}
