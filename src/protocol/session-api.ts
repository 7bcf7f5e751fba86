import type { BranchId, EventNumber, StepNumber } from './ids.ts';
import type { BranchApi, RunTree } from './branches.ts';
import type { Command, LiveCommand } from './commands.ts';
import type { SearchReport, StopTest, TravelMemory } from './debug.ts';
import type { Cursor, Frame, View } from './frame.ts';
import type { AskApi } from './questions.ts';
import type { Result } from './result.ts';
import type { Scenario } from './scenario.ts';
import type { Micros, RealMillis } from './units.ts';

/** Units of a step, forward or back. `preemption` goes to the next or previous preemption. */
export const STEP_UNITS = [
  'decision',
  'delivery',
  'event',
  'message',
  'second',
  'preemption',
  /** `wakeup`: the next wake-up of the clock. `purge`: the next purge of watch lists. */
  'wakeup',
  'purge',
  /** `cascade`: the next wake-up in which a timer moves to a finer level. */
  'cascade',
  /** `cause`: the next change of a group's count, or the next fetch that is held or refused. */
  'cause',
] as const;

export type StepUnit = (typeof STEP_UNITS)[number];

/** Fastest playing, in simulated seconds per second, that stops at each preemption to show it. */
export const FILM_SPEED_MAX = 4;

/** Whether playing advances with time or step by step. */
export type PlayBy = 'time' | 'step';

/** A command that repeats while the run plays at its head. */
export interface Again {
  command: Command;
  /** Simulated time between two repetitions, above 0. The command is given at each multiple of this time. */
  every: Micros;
}

/** A place to go to: a step, an event number, or the last step at or before an instant. */
export type SeekTarget = { step: StepNumber } | { event: EventNumber } | { at: Micros };

/** What another session needs to reopen a run: the scenario, the live commands, and the cursor. */
export interface SavedRun {
  scenario: Scenario;
  live: LiveCommand[];
  cursor: Cursor;
  /**
   * True when the cursor is at an instant between its step and the next step, so that only the instant gives the place.
   */
  between?: true;
  branch: BranchId;
  /** All branches, when there is more than one; `live` then has only those of the present branch. */
  branches?: RunTree['branches'];
}

/** A saved run for a caller that may already have its scenario. */
export interface RunEdits {
  /** Number of the run in this session, from 1. */
  run: number;
  /** Null = the caller already has the scenario. */
  scenario: Scenario | null;
  edits: Omit<SavedRun, 'scenario'>;
}

/**
 * The interface of the session, in the worker and (through Comlink) on the page. Long work is sliced. A newer request
 * replaces an older request, which then settles with the place that the newer request has reached. A request settles
 * when the subscriber has taken the frame that shows its effect.
 */
export interface SessionApi extends BranchApi, AskApi {
  /**
   * Opens a scenario, paused at the start or at `cursor` (links name an event). Replaces the open run; if the scenario is
   * refused, the open run stays. A place that does not exist becomes the nearest one, with a notice. `tree` restores all
   * branches: `live` belongs to its first branch, and the cursor is on `tree.branch`.
   */
  open(
    scenario: Scenario,
    live?: LiveCommand[],
    cursor?: SeekTarget,
    tree?: RunTree,
  ): Promise<Result<Cursor>>;
  /**
   * Opens a built-in scenario, unchanged, at its start or at `cursor`. Skips the checks, so the first picture need not wait
   * for their code. Never call it with input from outside.
   */
  openOwn(scenario: Scenario, cursor?: SeekTarget): Promise<Result<Cursor>>;
  /** Sends frames to `sink`. The next frame is made when the promise of the previous one has settled. */
  subscribe(view: View, sink: (frame: Frame) => Promise<void> | void): Promise<void>;
  setView(view: View): Promise<void>;
  /**
   * Plays from the cursor. `time` maps wall time to simulated time at `speed` (simulated microseconds per microsecond).
   * `step`, for readers who prefer less motion, goes to the next decision twice a second (in runs without decisions: to the
   * next cause, wake-up or second). With `again`, playing continues when nothing else is left to happen.
   */
  play(speed: number, by?: PlayBy, again?: Again | null): Promise<void>;
  pause(): Promise<void>;
  /** Stops the clock of playing for `ms` milliseconds of real time, while the page shows a preemption. */
  holdClock(ms: RealMillis): Promise<void>;
  step(unit: StepUnit, direction: 1 | -1): Promise<Cursor>;
  seek(target: SeekTarget): Promise<Cursor>;
  /** Applies a command at the cursor. At the head, it continues the branch; in the past, it creates a new branch. */
  command(command: Command): Promise<Result<Cursor>>;
  switchBranch(branch: BranchId): Promise<Result<Cursor>>;
  /**
   * Goes forward or back until a test hits. If none hits before the end of the run (forward: within an hour of simulated
   * time), returns to where it began. Any other action of the reader cancels it. `searchStatus` gives its progress.
   */
  runUntil(direction: 1 | -1, tests: StopTest[]): Promise<SearchReport>;
  searchStatus(): Promise<SearchReport>;
  /** Sets where playing stops, replacing earlier tests. */
  setBreakpoints(tests: StopTest[]): Promise<void>;
  /** Returns the memory used for going back. `limit` (bytes) sets the memory for keyframes from now on. */
  travelMemory(limit?: number): Promise<TravelMemory>;
  /**
   * For tests of failures: `crash` ends the worker like an unhandled error, `hang` makes it ignore all messages, `invariant`
   * makes the next step break a rule of the core.
   */
  fail(how: 'crash' | 'invariant' | 'hang'): Promise<void>;
  save(): Promise<SavedRun>;
  /**
   * Returns the data of `save`, but without the scenario if the open run is `known`, because the caller already has
   * that scenario.
   */
  edits(known: number): Promise<RunEdits>;
}
