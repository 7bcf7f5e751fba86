import type { BranchId, EventNumber, StepNumber } from './ids.ts';
import type { BranchApi, RunTree } from './branches.ts';
import type { Command, LiveCommand } from './commands.ts';
import type { SearchReport, StopTest, TravelMemory } from './debug.ts';
import type { Cursor, Frame, View } from './frame.ts';
import type { AskApi } from './questions.ts';
import type { Result } from './result.ts';
import type { Scenario } from './scenario.ts';
import type { Micros } from './units.ts';

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

/** A command that comes again and again while the run plays, at the end of what is known. */
export interface Again {
  command: Command;
  /** It comes at each multiple of so much simulated time; above 0. */
  every: Micros;
}

/** A place to go to: a step, an event number, or the last step at or before an instant. */
export type SeekTarget = { step: StepNumber } | { event: EventNumber } | { at: Micros };

/** A run to reopen elsewhere: the scenario, what was done live, and where the reader shall land. */
export interface SavedRun {
  scenario: Scenario;
  live: LiveCommand[];
  cursor: Cursor;
  /** The cursor is between its step and the next one: nothing happens there, so only its instant tells the place. */
  between?: true;
  branch: BranchId;
  /** Every branch, when there is more than one; `live` then tells the same of the present one alone. */
  branches?: RunTree['branches'];
}

/** A saved run for someone who may have its scenario already. */
export interface RunEdits {
  /** Number of the run in this session, counted from 1. */
  run: number;
  /** Null = the caller has it. */
  scenario: Scenario | null;
  edits: Omit<SavedRun, 'scenario'>;
}

/**
 * What the worker takes calls by, in the worker and (behind Comlink) on the page. All long work is sliced inside, and the
 * newest request wins: an older one then settles with the place where the newest has arrived. A request settles when
 * the subscriber has taken the frame that shows its effect.
 */
export interface SessionApi extends BranchApi, AskApi {
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
   * for readers who asked for less motion. With `again`, playing does not end when nothing else is left to happen.
   */
  play(speed: number, by?: PlayBy, again?: Again | null): Promise<void>;
  pause(): Promise<void>;
  step(unit: StepUnit, direction: 1 | -1): Promise<Cursor>;
  seek(target: SeekTarget): Promise<Cursor>;
  /** Acts at the cursor. In the past this forks a branch; at the head it continues it. */
  command(command: Command): Promise<Result<Cursor>>;
  switchBranch(branch: BranchId): Promise<Result<Cursor>>;
  /**
   * Goes on, or back, until one of the tests hits; stays where it is when none does before the run ends (going on: within
   * an hour of simulated time). Anything else that the reader does cancels it. `searchStatus` says how far it is.
   */
  runUntil(direction: 1 | -1, tests: StopTest[]): Promise<SearchReport>;
  searchStatus(): Promise<SearchReport>;
  /** Where playing stops, until other tests are given. */
  setBreakpoints(tests: StopTest[]): Promise<void>;
  /** What going back costs in memory; `limit` (bytes) changes how much keyframes may take, from now on. */
  travelMemory(limit?: number): Promise<TravelMemory>;
  /**
   * For tests of what can go wrong: `crash` ends the worker as an unhandled error would, `hang` has it look at no
   * message any more, `invariant` lets the next step break a rule of the core.
   */
  fail(how: 'crash' | 'invariant' | 'hang'): Promise<void>;
  save(): Promise<SavedRun>;
  /** The same without the scenario for a caller that has the one of run `known`. */
  edits(known: number): Promise<RunEdits>;
}
