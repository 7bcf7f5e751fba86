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
 * One simulation on its tree of branches: it can move to any step of any of them. Everything here is synchronous and
 * does one step at a time; the session decides how many steps fit between two looks at its messages.
 */
export interface Track<Sim, Key> extends Place {
  readonly engine: Engine<Sim, Key>;
  readonly scenario: Scenario;
  /** The simulation after step `step`. A step that is under way is brought to its end by asking. */
  readonly sim: Sim;
  /** A long step that was left between two of its parts; null = the simulation is after a whole one. */
  stepInProgress: StepUnderWay | null;
  readonly tree: BranchTree;
  readonly keyframes: KeyframeStore<Key>;
  /** Milliseconds that only go forward: what a step costs when the engine does not count its work. */
  readonly now: () => number;
  /** What the step under way has reported so far, or the last one; `reportedStep` says which that was. */
  readonly report: StepReport;
  /** At the last keyframe the run took more memory than it may: nothing is simulated beyond what is known. */
  full: boolean;
  seq: number;
  /** The next step breaks a rule, for a test of what happens then. */
  breakNext: boolean;
}

/** Where a track stands: all that moving it changes, besides the simulation's own state and the reports. */
export interface Place {
  branch: Branch;
  /** Step that the simulation stands after, on `branch`. */
  step: number;
  /** Steps and milliseconds since the last keyframe on the way here. */
  since: { steps: number; costMs: RealMillis };
  /** Step whose report it is, −1 = that of no step known. */
  reportedStep: number;
  /** The last selection on the way here, and its step; null = it was before this track came to where it is. */
  selection: Decision | null;
  selectionStep: StepNumber;
}

/** A step that is not over: what is left of it, and the command that it is. */
interface StepUnderWay {
  readonly parts: Sliced<boolean | Result<true>>;
  readonly given: LiveCommand | undefined;
  /** `costSoFar` when it began. */
  readonly started: number;
  /** A side run left it and the simulation is away: hears how the step ended, and takes the simulation back to its place. */
  home?: (ended: Advance) => void;
}

/** What a step did. `full`: nothing, there is no memory for another. `part`: it is not over, and goes on with the next call. `broken`: a rule of the core failed and the simulation is back at the step before. */
export type Advance =
  | { kind: 'stepped' | 'idle' | 'part' | 'full' }
  | { kind: 'broken'; text: string }
  | { kind: 'refused'; text: string };

/** Instant of the next step on this branch, a command given live included; null when there is none. */
export function trackNext<Sim, Key>(track: Track<Sim, Key>): Micros | null {
  if (track.branch.brokenAt === track.step + 1) return null;
  const given = liveAfter(track.tree, track.branch, track.step);
  // A known step is asked of the log: a live command may have been given later than the last step.
  if (track.step < headOf(track.branch).step) return cursorAt(track.tree, track.branch, track.step + 1).at;
  if (given !== undefined) return given.at;
  const next = track.engine.nextInstant(track.sim);
  return timedDue(track.branch, track.step, next)?.at ?? next;
}

/** The command that is the next step: one that is on record, or one taken over whose time has come. */
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
 * Executes the next step of the branch: one that is known is repeated, one beyond the head is added to the log. A long one
 * is left between two parts when there is no time for `more`.
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

/** Does parts of a step while there is time for `more`, the first one always. One of a side run is no step of the caller's. */
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

/** What came of a step that is over: it is booked, unless nothing was left to happen or a command does not apply. */
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

/** One for all: every step of a run answers with it. */
const STEPPED: Advance = { kind: 'stepped' };
const PART: Advance = { kind: 'part' };
const FULL: Advance = { kind: 'full' };
/** There is time for all of it. */
export const always = (): boolean => true;

/**
 * Milliseconds, about. By the records that were changed when the engine counts them: keyframes then stand at the same
 * steps on every machine, however busy it is. Otherwise by the clock.
 */
export function costSoFar<Sim, Key>({ engine, sim, now }: Track<Sim, Key>): number {
  return engine.work === undefined ? now() : engine.work(sim) * WORK_MS;
}

/** One changed record, with everything that is read and computed around it; measured on a run of a million events. */
const WORK_MS = 0.0003;

/** Books the step that the simulation has just executed, and takes a keyframe when the way here has become long. */
export function finishStep<Sim, Key>(track: Track<Sim, Key>, costMs: RealMillis): void {
  const { engine, sim, branch, report } = track;
  const step = track.step + 1;
  const at = engine.position(sim);
  if (at.step !== step) throw new Error(`simulation at step ${at.step}, session at ${step}`);
  const steps = track.since.steps + 1;
  const wayMs = track.since.costMs + costMs;
  const due = keyframeDue(track.keyframes, steps, wayMs);
  // Before the step is booked: one that breaks a rule leaves no trace.
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

/** A replay must report what the first run did. Compared by count: it costs nothing, and a difference rarely keeps it. */
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

/** Whether the run takes more memory than it may: keyframes, log and state. A branch that is deleted makes room. */
function isFull<Sim, Key>({ engine, sim, keyframes, tree }: Track<Sim, Key>): boolean {
  const log = tree.branches.reduce((sum, branch) => sum + segmentBytes(branch.log), 0);
  const { bytes, limits } = keyframes;
  return bytes + log + (engine.stateBytes?.(sim) ?? 0) > (limits.runBytes ?? RUN_BYTES);
}

/** Bytes of a keyframe of an engine that cannot say: its page lists, and some records that have changed since the last. */
const KEY_BYTES = 16_000;

/** A keyframe of the state as it is, and about how many bytes it holds. */
export function weigh<Sim, Key>({ engine, sim }: Track<Sim, Key>): { key: Key; bytes: number } {
  const key = engine.capture(sim);
  return { key, bytes: engine.keyBytes?.(key) ?? KEY_BYTES };
}

/** A command of a saved run that does not apply any more: it and those after it are left out. */
function refuse<Sim, Key>(track: Track<Sim, Key>, given: LiveCommand, accepted: string): Advance {
  track.branch.live = track.branch.live.filter((other) => other.step < given.step);
  track.branch.timed = [];
  const why = accepted === '' ? '' : ` (it takes ${accepted})`;
  return {
    kind: 'refused',
    text: `Left out "${nameOfCommand(given.command)}" and what came after it${why}.`,
  };
}

/** The state in hand is spoilt: the step before is rebuilt from the log, and the branch ends there. */
function breakOff<Sim, Key>(track: Track<Sim, Key>, error: unknown): Advance {
  const text = error instanceof Error ? error.message : String(error);
  const last = track.step;
  track.branch.brokenAt = last + 1;
  try {
    rewind(track, track.branch, last);
    while (track.step < last && trackAdvance(track).kind === 'stepped');
  } catch {
    // Even the keyframe does not lead there: it is the last good state.
    rewind(track, track.branch, last);
  }
  return { kind: 'broken', text };
}

/** Puts the simulation back to the last keyframe at or before a step of a branch. */
export function rewind<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: StepNumber): void {
  const keyframe = keyframeBefore(track.keyframes, track.tree, branch, step);
  // What was under way is given up: the state that it was in is replaced.
  track.stepInProgress = null;
  track.engine.restore(track.sim, keyframe.key);
  track.branch = branch;
  track.step = keyframe.step;
  track.reportedStep = -1;
  track.selection = null;
  track.since = { steps: 0, costMs: 0 };
}
