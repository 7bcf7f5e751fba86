import type { StepNumber } from '../../protocol/ids.ts';
import type { Command, LiveCommand } from '../../protocol/commands.ts';
import type { Result } from '../../protocol/result.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Micros } from '../../protocol/units.ts';
import {
  addBranch,
  type Branch,
  branchById,
  createTree,
  cursorAt,
  hasLiveFrom,
  headOf,
  sharedUpTo,
} from './branches.ts';
import { nameOfCommand } from '../kinds/branch-names.ts';
import type { Engine, LogSink, Sliced } from '../kinds/engine.ts';
import { addKeyframe, createKeyframes, keyframeBefore, type KeyframeLimits } from './keyframes.ts';
import { runToEnd } from '../../core/sliced.ts';
import { clearReport, createReport, type StepReport } from './step-report.ts';

import {
  always,
  costSoFar,
  finishStep,
  type Place,
  rewind,
  type Track,
  trackAdvance,
  weigh,
} from './track-step.ts';

export { type Advance, type Track, trackAdvance, trackNext } from './track-step.ts';

/** A saved place and the simulation's state at that place, for `withPosition`. */
export interface SavedPosition<Key> extends Place {
  readonly key: Key;
}

/** Creates a track at step 0 of its first branch. `live` are commands of a saved run; `now` is only used to measure cost. */
export function createTrack<Sim, Key>(
  engine: Engine<Sim, Key>,
  scenario: Scenario,
  live: readonly LiveCommand[],
  now: () => number,
  limits?: KeyframeLimits,
): Track<Sim, Key> {
  return runToEnd(createTrackParts(engine, scenario, live, now, limits));
}

export function* createTrackParts<Sim, Key>(
  engine: Engine<Sim, Key>,
  scenario: Scenario,
  live: readonly LiveCommand[],
  now: () => number,
  limits?: KeyframeLimits,
): Sliced<Track<Sim, Key>> {
  const report = createReport();
  const sink: LogSink = {
    event(_at, _step, event) {
      report.events[report.eventCount++] = event;
    },
    decision(_at, _step, decision) {
      report.decisions[report.decisionCount++] = decision;
    },
  };
  const making = engine.createParts?.(scenario, sink) ?? null;
  const sim = making === null ? engine.create(scenario, sink) : yield* making;
  const tree = createTree(live);
  const track: Track<Sim, Key> = {
    engine,
    scenario,
    get sim() {
      while (track.stepInProgress !== null) trackAdvance(track);
      return sim;
    },
    stepInProgress: null,
    tree,
    keyframes: createKeyframes<Key>(limits),
    now,
    branch: branchById(tree, 1),
    step: 0,
    since: { steps: 0, costMs: 0 },
    report,
    reportedStep: -1,
    selection: null,
    selectionStep: 0,
    breakNext: false,
    full: false,
    seq: live.reduce((highest, given) => Math.max(highest, given.seq), 0),
  };
  tree.remake = (branch, from, to, tell) => remakeSteps(track, branch, from, to, tell);
  // Reports made during creation belong to no step, and a replay from step 0 does not repeat them.
  clearReport(report);
  addKeyframe(track.keyframes, track.branch, 0, 0, () => weigh(track));
  return track;
}

/**
 * Moves the simulation to the nearest place at or before a known step: its present place or a keyframe. The caller then
 * advances with `trackAdvance`.
 */
export function trackAim<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: StepNumber): void {
  // A side run's listener has received the steps before the step in progress, so that step is completed and not dropped.
  while (track.stepInProgress?.home !== undefined) trackAdvance(track);
  // A step in progress belongs to the branch on which it began.
  const begun = track.stepInProgress !== null && (track.branch !== branch || track.step === step);
  const onTheWay =
    !begun &&
    track.step <= step &&
    (track.branch === branch || track.step <= sharedUpTo(track.tree, track.branch, branch));
  const nearest = keyframeBefore(track.keyframes, track.tree, branch, step);
  if (onTheWay && nearest.step <= track.step) track.branch = branch;
  else rewind(track, branch, step);
}

/**
 * Moves to a known step immediately, at any distance. Used for commands and for looking at another state, which cannot wait.
 */
export function trackMove<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: StepNumber): void {
  trackAim(track, branch, step);
  while (track.step < step) {
    const advance = trackAdvance(track);
    if (advance.kind !== 'stepped') throw new Error(`step ${track.step + 1} of ${step} cannot be repeated`);
  }
}

/** Returns the track's current place. The report is not kept, because other steps will overwrite it. */
export function savePosition<Sim, Key>({
  engine,
  sim,
  branch,
  step: here,
  since,
  selection,
  selectionStep,
}: Track<Sim, Key>): SavedPosition<Key> {
  return {
    key: engine.capture(sim),
    branch,
    step: here,
    since: { ...since },
    reportedStep: -1,
    selection,
    selectionStep,
  };
}

export function restorePosition<Sim, Key>(
  track: Track<Sim, Key>,
  { key, ...place }: SavedPosition<Key>,
): void {
  track.engine.restore(track.sim, key);
  Object.assign(track, { ...place, since: { ...place.since } } satisfies Place);
}

/**
 * The only way to look or work elsewhere in the run: goes to a known step of any branch, does `work` there, and restores
 * everything. `start`: a saved position to start from, or `near` for the keyframe at or before that step. With the keyframes
 * of all branches only few steps are repeated. A second simulation would need memory for its own keyframes.
 */
export function withPosition<Sim, Key, T>(
  track: Track<Sim, Key>,
  branch: Branch,
  step: StepNumber,
  work: (sim: Sim) => T,
  start: SavedPosition<Key> | 'near' | null = null,
): T {
  const from = savePosition(track);
  try {
    if (start === null) trackMove(track, branch, step);
    else if (start === 'near') trackAim(track, branch, step);
    else restorePosition(track, start);
    return work(track.sim);
  } finally {
    restorePosition(track, from);
  }
}

/** Repeats a branch's steps up to `to` and passes on their reports. The simulation then returns to its place. */
function remakeSteps<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  from: StepNumber,
  to: StepNumber,
  tell: (step: StepNumber, report: StepReport) => void,
): void {
  const repeat = (): void => {
    while (track.step < to && trackAdvance(track).kind === 'stepped') tell(track.step, track.report);
  };
  withPosition(track, branch, from, repeat, 'near');
}

/** True if a command at this place continues the branch instead of forking it: no later step or command exists. */
function atHead<Sim, Key>(track: Track<Sim, Key>): boolean {
  return track.step === headOf(track.branch).step && !hasLiveFrom(track.branch, track.step);
}

/**
 * Applies a command after the simulation's step, at instant `at`. At the head it continues the branch; in the past it creates
 * a new branch. A refused command changes nothing. A long command stops between two slices when `more` returns false: it is
 * then accepted, and `trackAdvance` continues it.
 */
export function trackCommand<Sim, Key>(
  track: Track<Sim, Key>,
  command: Command,
  at: Micros,
  more: () => boolean = always,
): Result<true> {
  const { engine, sim, step: here } = track;
  clearReport(track.report);
  track.reportedStep = -1;
  const started = costSoFar(track);
  let applied: Result<true>;
  try {
    const parts = engine.applyParts?.(sim, command, at) ?? null;
    const first = parts?.next();
    if (parts !== null && first?.done === false) {
      const given = book(track, command, at);
      track.stepInProgress = { parts, given, started };
      const advance = more() ? trackAdvance(track, more) : null;
      return advance?.kind === 'broken' ? broken(command, advance.text) : { ok: true, value: true };
    }
    applied = first?.done === true ? first.value : engine.apply(sim, command, at);
  } catch (error) {
    rewind(track, track.branch, here);
    trackMove(track, track.branch, here);
    return broken(command, error instanceof Error ? error.message : String(error));
  }
  if (!applied.ok) return applied;
  book(track, command, at);
  finishStep(track, 0);
  return applied;
}

/** Adds an accepted command to the branch if the simulation is at its head, else to a new branch. */
function book<Sim, Key>(track: Track<Sim, Key>, command: Command, at: Micros): LiveCommand {
  const { tree, step: here } = track;
  const fork = cursorAt(tree, track.branch, here);
  if (!atHead(track)) track.branch = addBranch(tree, track.branch, fork, nameOfCommand(command));
  track.branch.brokenAt = 0;
  const given = { step: here, at: Math.max(at, fork.at), seq: ++track.seq, command };
  track.branch.live.push(given);
  return given;
}

function broken(command: Command, text: string): Result<true> {
  return {
    ok: false,
    errors: [{ field: 'command', value: command.kind, accepted: `nothing here: ${text}` }],
  };
}
