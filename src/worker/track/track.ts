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

/** A place with the simulation's state in it: `withPosition` comes back to one, and can go on from one that was kept. */
export interface SavedPosition<Key> extends Place {
  readonly key: Key;
}

/** A track at step 0 of its first branch. `live` are commands of a saved run; `now` measures cost only. */
export function createTrack<Sim, Key>(
  engine: Engine<Sim, Key>,
  scenario: Scenario,
  live: readonly LiveCommand[],
  now: () => number,
  limits?: KeyframeLimits,
): Track<Sim, Key> {
  return runToEnd(createTrackParts(engine, scenario, live, now, limits));
}

/** The same in parts. */
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
  // What a simulation reports while it is built belongs to no step, and a replay from step 0 does not repeat it.
  clearReport(report);
  addKeyframe(track.keyframes, track.branch, 0, 0, () => weigh(track));
  return track;
}

/**
 * Brings the simulation near a known step of a branch, at it or before it: onwards from where it is when that is on
 * the way and no keyframe is nearer. The rest of the way is `trackAdvance`.
 */
export function trackAim<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: StepNumber): void {
  // A listener of a side run has heard the steps before the one that it left: that one is not given up.
  while (track.stepInProgress?.home !== undefined) trackAdvance(track);
  // A step that is under way is one of the branch that it began on.
  const begun = track.stepInProgress !== null && (track.branch !== branch || track.step === step);
  const onTheWay =
    !begun &&
    track.step <= step &&
    (track.branch === branch || track.step <= sharedUpTo(track.tree, track.branch, branch));
  const nearest = keyframeBefore(track.keyframes, track.tree, branch, step);
  if (onTheWay && nearest.step <= track.step) track.branch = branch;
  else rewind(track, branch, step);
}

/** Moves to a known step at once, however far it is. For what cannot wait: a command, a look at another state. */
export function trackMove<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: StepNumber): void {
  trackAim(track, branch, step);
  while (track.step < step) {
    const advance = trackAdvance(track);
    if (advance.kind !== 'stepped') throw new Error(`step ${track.step + 1} of ${step} cannot be repeated`);
  }
}

/** Where the track stands now. `told` is not kept: other steps will have reported in the same place by then. */
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

/** Puts the simulation where it stood. */
export function restorePosition<Sim, Key>(
  track: Track<Sim, Key>,
  { key, ...place }: SavedPosition<Key>,
): void {
  track.engine.restore(track.sim, key);
  Object.assign(track, { ...place, since: { ...place.since } } satisfies Place);
}

/**
 * The one way to look or to work elsewhere in the run: goes to a known step of any branch, does `work` there, and comes
 * back with everything as it was. `start`: a kept position to go on from instead, or `near` for the keyframe at that step or
 * before it. Keyframes of all branches make the way there short; a second simulation would need their memory twice.
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

/** Tells what the steps of a branch up to `to` reported, by repeating them; the simulation is then where it was. */
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

/** Whether a command here continues the branch instead of forking it: nothing is known, or planned, after this step. */
function atHead<Sim, Key>(track: Track<Sim, Key>): boolean {
  return track.step === headOf(track.branch).step && !hasLiveFrom(track.branch, track.step);
}

/**
 * Applies a command after the step where the simulation stands, at instant `at`. At the head it continues the branch;
 * in the past it makes another. A refused command changes nothing, and makes no branch. One that takes long is left
 * between two parts when there is no time for `more`: it has been taken then, and `trackAdvance` goes on with it.
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

/** Puts a command that was taken on record: on the branch at its head, else on one of its own. */
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
