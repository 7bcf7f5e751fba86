import type { StepNumber } from '../../protocol/ids.ts';
import type { LiveCommand } from '../../protocol/commands.ts';
import type { Decision } from '../../protocol/decisions.ts';
import type { Result } from '../../protocol/result.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Micros, RealMillis } from '../../protocol/units.ts';
import { type Branch, type BranchTree, cursorAt, headOf, liveAfter, ownerOf, timedDue } from './branches.ts';
import { nameOfCommand } from '../kinds/branch-names.ts';
import type { Engine, Sliced } from '../kinds/engine.ts';
import {
  addKeyframe,
  hasKeyframe,
  keyframeBefore,
  keyframeDue,
  type KeyframeStore,
  RUN_BYTES,
} from './keyframes.ts';
import { appendStep, segmentBytes, segmentEventEnd, segmentHead } from '../log/log.ts';
import { turnPage } from '../log/log-pages.ts';
import { clearReport, type StepReport } from './step-report.ts';

/**
 * One simulation on its tree of branches. It can move to any step of any branch. All functions are synchronous and do one
 * step at a time; the session decides how many steps it does before it checks for messages.
 */
export interface Track<Sim, Key> extends Place {
  readonly engine: Engine<Sim, Key>;
  readonly scenario: Scenario;
  /** The simulation after step `step`. Reading it completes a step in progress. */
  readonly sim: Sim;
  /** A long step between two of its slices; null = the simulation is after a complete step. */
  stepInProgress: StepUnderWay | null;
  readonly tree: BranchTree;
  readonly keyframes: KeyframeStore<Key>;
  /** Monotonic clock in milliseconds. It measures the cost of steps for engines that do not count their work. */
  readonly now: () => number;
  /** The report of the step in progress, or of the last step; `reportedStep` is the number of that step. */
  readonly report: StepReport;
  /** True if the run exceeded its memory at the last keyframe. Then no new steps are simulated. */
  full: boolean;
  seq: number;
  /** Set by tests: the next step breaks a rule of the core. */
  breakNext: boolean;
}

/** A track's place: everything that changes when the track moves, except the simulation's state and the reports. */
export interface Place {
  branch: Branch;
  /** The simulation is after this step of `branch`. */
  step: number;
  /** Steps and milliseconds since the last keyframe that the track passed or restored. */
  since: { steps: number; costMs: RealMillis };
  /** Step of `report`; −1 = no known step. */
  reportedStep: number;
  /** The last selection since the track last restored a state, and the step of this selection; null = none. */
  selection: Decision | null;
  selectionStep: StepNumber;
}

/** A step in progress: its remaining slices, and its command, if any. */
interface StepUnderWay {
  readonly parts: Sliced<boolean | Result<true>>;
  readonly given: LiveCommand | undefined;
  /** `costSoFar` when the step began, in milliseconds. */
  readonly started: number;
  /** Set if a side run left the step: gets the result, and returns the simulation to its place. */
  home?: (ended: Advance) => void;
}

/**
 * The result of an advance. `part`: the step is not complete, and the next call continues it. `full`: nothing was done,
 * because memory is full. `broken`: a rule of the core failed, and the simulation is back at the previous step.
 */
export type Advance =
  | { kind: 'stepped' | 'idle' | 'part' | 'full' }
  | { kind: 'broken'; text: string }
  | { kind: 'refused'; text: string };

/** Returns the instant of the next step on this branch, including live commands; null when nothing follows. */
export function trackNext<Sim, Key>(track: Track<Sim, Key>): Micros | null {
  if (track.branch.brokenAt === track.step + 1) return null;
  const given = liveAfter(track.tree, track.branch, track.step);
  // The instant of a known step is in the log: a live command may have been given later than the last step.
  if (track.step < headOf(track.branch).step) return cursorAt(track.tree, track.branch, track.step + 1).at;
  if (given !== undefined) return given.at;
  const next = track.engine.nextInstant(track.sim);
  return timedDue(track.branch, track.step, next)?.at ?? next;
}

/** Returns the command that is the next step: a recorded command, or a copied command that is due. */
function commandNext<Sim, Key>(track: Track<Sim, Key>): LiveCommand | undefined {
  const { engine, sim, tree, branch, step: here } = track;
  const given = liveAfter(tree, branch, here);
  if (given !== undefined || branch.timed.length === 0 || here < headOf(branch).step) return given;
  const due = timedDue(branch, here, engine.nextInstant(sim));
  if (due === undefined) return undefined;
  branch.timed = branch.timed.slice(1);
  const now = { ...due, step: here, at: Math.max(due.at, engine.position(sim).at) };
  branch.live.push(now);
  return now;
}

/**
 * Executes the next step of the branch: repeats a known step, or adds a new step to the log. A long step stops between two
 * slices when `more` returns false.
 */
export function trackAdvance<Sim, Key>(track: Track<Sim, Key>, more: () => boolean = always): Advance {
  if (track.stepInProgress !== null) return goOn(track, track.stepInProgress, more);
  const { engine, sim, branch, step: here } = track;
  if (branch.brokenAt === here + 1) return { kind: 'idle' };
  if (track.full && here >= headOf(branch).step && isFull(track)) return FULL;
  const started = costSoFar(track);
  clearReport(track.report);
  track.reportedStep = -1;
  const given = commandNext(track);
  try {
    const parts =
      given === undefined ? engine.stepParts?.(sim) : engine.applyParts?.(sim, given.command, given.at);
    if (parts !== undefined && parts !== null) return goOn(track, { parts, given, started }, more);
    const done = given === undefined ? engine.stepOnce(sim) : engine.apply(sim, given.command, given.at);
    return conclude(track, given, done, started);
  } catch (error) {
    return breakOff(track, error);
  }
}

/** Runs slices of a step while `more` allows, at least one. For a step that a side run left, the result is always `part`. */
function goOn<Sim, Key>(track: Track<Sim, Key>, under: StepUnderWay, more: () => boolean): Advance {
  track.stepInProgress = null;
  let ended: Advance | null = null;
  try {
    do {
      const part = under.parts.next();
      if (part.done === true) ended = conclude(track, under.given, part.value, under.started);
    } while (ended === null && more());
  } catch (error) {
    ended = breakOff(track, error);
  }
  if (ended === null) track.stepInProgress = under;
  else if (under.home === undefined) return ended;
  else under.home(ended);
  return PART;
}

/** Records a completed step, unless no step was left or a command does not apply. */
function conclude<Sim, Key>(
  track: Track<Sim, Key>,
  given: LiveCommand | undefined,
  outcome: boolean | Result<true>,
  started: number,
): Advance {
  if (outcome === false) return { kind: 'idle' };
  if (outcome !== true && given !== undefined && !outcome.ok)
    return refuse(track, given, outcome.errors[0]?.accepted ?? '');
  if (track.breakNext) {
    track.breakNext = false;
    throw new Error('test of a broken rule');
  }
  finishStep(track, costSoFar(track) - started);
  return STEPPED;
}

/** Every step of a run returns one of these shared objects. */
const STEPPED: Advance = { kind: 'stepped' };
const PART: Advance = { kind: 'part' };
const FULL: Advance = { kind: 'full' };
/** Never stops a step between two slices. */
export const always = (): boolean => true;

/**
 * Cost so far, in approximate milliseconds. Derived from changed records if the engine counts them, so that keyframes are at
 * the same steps on every machine; otherwise from the clock.
 */
export function costSoFar<Sim, Key>({ engine, sim, now }: Track<Sim, Key>): number {
  return engine.work === undefined ? now() : engine.work(sim) * WORK_MS;
}

/** Cost of one changed record in milliseconds, with all related work, measured on a run of a million events. */
const WORK_MS = 0.0003;

/** Records the executed step, and takes a keyframe if the last keyframe is far enough back. */
export function finishStep<Sim, Key>(track: Track<Sim, Key>, costMs: RealMillis): void {
  const { engine, sim, branch, report } = track;
  const step = track.step + 1;
  const at = engine.position(sim);
  if (at.step !== step) throw new Error(`simulation at step ${at.step}, session at ${step}`);
  const steps = track.since.steps + 1;
  const wayMs = track.since.costMs + costMs;
  const due = keyframeDue(track.keyframes, steps, wayMs);
  // Checked before the step is recorded, so that a step that breaks a rule is not in the log.
  if (import.meta.env?.DEV && due) engine.verify?.(sim);
  const known = step <= segmentHead(branch.log);
  if (known) checkReplay(track, step);
  else appendStep(branch.log, at.at, report);
  track.step = step;
  track.reportedStep = step;
  noteSelection(track, step);
  if (known && hasKeyframe(track.keyframes, ownerOf(track.tree, branch, step), step)) {
    track.since = { steps: 0, costMs: 0 };
    return;
  }
  track.since.steps = steps;
  track.since.costMs = wayMs;
  if (!due) return;
  keep(track);
  if (!known) turnPage(branch.log.pages, step);
}

function noteSelection<Sim, Key>(track: Track<Sim, Key>, step: StepNumber): void {
  const { decisions, decisionCount } = track.report;
  for (let i = decisionCount - 1; i >= 0; i--) {
    const decision = decisions[i]!;
    if (decision.rule !== 'selection') continue;
    track.selection = decision;
    track.selectionStep = step;
    return;
  }
}

/** A replay must report the same as the first run. Comparing counts costs nothing and finds nearly every difference. */
function checkReplay<Sim, Key>(track: Track<Sim, Key>, step: StepNumber): void {
  const { eventCount } = track.report;
  const { log } = ownerOf(track.tree, track.branch, step);
  const known = segmentEventEnd(log, step) - segmentEventEnd(log, step - 1);
  if (eventCount !== known) {
    throw new Error(`step ${step} gave ${known} events, then ${eventCount}`);
  }
}

function keep<Sim, Key>(track: Track<Sim, Key>): void {
  const { tree, branch, step: here, since } = track;
  addKeyframe(track.keyframes, ownerOf(tree, branch, here), here, since.costMs, () => weigh(track));
  track.since = { steps: 0, costMs: 0 };
  track.full = isFull(track);
}

/** True if keyframes, log and state exceed the memory limit. Deleting a branch frees memory. */
function isFull<Sim, Key>({ engine, sim, keyframes, tree }: Track<Sim, Key>): boolean {
  const log = tree.branches.reduce((sum, branch) => sum + segmentBytes(branch.log), 0);
  const { bytes, limits } = keyframes;
  return bytes + log + (engine.stateBytes?.(sim) ?? 0) > (limits.runBytes ?? RUN_BYTES);
}

/** Bytes of a keyframe if the engine has no estimate: its page lists and some changed records. */
const KEY_BYTES = 16_000;

/** Returns a keyframe of the present state, and its estimated bytes. */
export function weigh<Sim, Key>({ engine, sim }: Track<Sim, Key>): { key: Key; bytes: number } {
  const key = engine.capture(sim);
  return { key, bytes: engine.keyBytes?.(key) ?? KEY_BYTES };
}

/** Handles a command of a saved run that no longer applies: drops it and all later commands. */
function refuse<Sim, Key>(track: Track<Sim, Key>, given: LiveCommand, accepted: string): Advance {
  track.branch.live = track.branch.live.filter((other) => other.step < given.step);
  track.branch.timed = [];
  const why = accepted === '' ? '' : ` (it takes ${accepted})`;
  return {
    kind: 'refused',
    text: `Left out "${nameOfCommand(given.command)}" and all later commands${why}.`,
  };
}

/** Handles a corrupt state: the previous step is rebuilt from the log, and the branch ends at that step. */
function breakOff<Sim, Key>(track: Track<Sim, Key>, error: unknown): Advance {
  const text = error instanceof Error ? error.message : String(error);
  const last = track.step;
  track.branch.brokenAt = last + 1;
  try {
    rewind(track, track.branch, last);
    while (track.step < last && trackAdvance(track).kind === 'stepped');
  } catch {
    // A step after the keyframe failed, too, when it was repeated. So the keyframe is the last good state.
    rewind(track, track.branch, last);
  }
  return { kind: 'broken', text };
}

/** Restores the last keyframe at or before a step of a branch. */
export function rewind<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: StepNumber): void {
  const keyframe = keyframeBefore(track.keyframes, track.tree, branch, step);
  // A step in progress is dropped, because its state is replaced.
  track.stepInProgress = null;
  track.engine.restore(track.sim, keyframe.key);
  track.branch = branch;
  track.step = keyframe.step;
  track.reportedStep = -1;
  track.selection = null;
  track.since = { steps: 0, costMs: 0 };
}
