import type { Command, LiveCommand } from '../protocol/commands.ts';
import type { Decision } from '../protocol/decisions.ts';
import type { Result } from '../protocol/result.ts';
import type { Scenario } from '../protocol/scenario.ts';
import type { Micros } from '../protocol/units.ts';
import {
  addBranch,
  type Branch,
  type BranchTree,
  branchById,
  createTree,
  cursorAt,
  hasLiveFrom,
  headOf,
  liveAfter,
  ownerOf,
  sharedUpTo,
  timedDue,
} from './branches.ts';
import { nameOfCommand } from './branch-names.ts';
import type { Engine } from './engine.ts';
import {
  addKeyframe,
  createKeyframes,
  hasKeyframe,
  keyframeBefore,
  keyframeDue,
  type KeyframeLimits,
  type KeyframeStore,
} from './keyframes.ts';
import { appendStep, segmentEventEnd, segmentHead } from './log.ts';
import { turnPage } from './log-pages.ts';
import { clearReport, createReport, type StepReport } from './step-report.ts';

/**
 * One simulation on its tree of branches: it can move to any step of any of them. Everything here is synchronous and
 * does one step at a time; the session decides how many steps fit between two looks at its messages.
 */
export interface Track<Sim, Key> {
  readonly engine: Engine<Sim, Key>;
  readonly scenario: Scenario;
  readonly sim: Sim;
  readonly tree: BranchTree;
  readonly keyframes: KeyframeStore<Key>;
  /** Milliseconds that only go forward: what a step costs when the engine does not count its work. */
  readonly now: () => number;
  branch: Branch;
  /** Step that the simulation stands after, on `branch`. */
  here: number;
  /** Steps and milliseconds since the last keyframe on the way here. */
  since: { steps: number; costMs: number };
  /** What the step under way has reported so far, or the last one; `told` says which that was. */
  report: StepReport;
  /** Step whose report it is, −1 = that of no step known. */
  told: number;
  /** The last selection on the way here, and its step; null = it was before this track came to where it is. */
  selection: Decision | null;
  selectionStep: number;
  seq: number;
  /** The next step breaks a rule, for a test of what happens then. */
  breakNext: boolean;
}

/** What a step did. `broken`: a rule of the core failed and the simulation is back at the step before. */
export type Advance =
  | { kind: 'stepped' | 'idle' }
  | { kind: 'broken'; text: string }
  | { kind: 'refused'; text: string };

/** A track at step 0 of its first branch. `live` are commands of a saved run; `now` measures cost only. */
export function createTrack<Sim, Key>(
  engine: Engine<Sim, Key>,
  scenario: Scenario,
  live: readonly LiveCommand[],
  now: () => number,
  limits?: KeyframeLimits,
): Track<Sim, Key> {
  const report = createReport();
  const sim = engine.create(scenario, {
    event(_at, _step, event) {
      report.events[report.eventCount++] = event;
    },
    decision(_at, _step, decision) {
      report.decisions[report.decisionCount++] = decision;
    },
  });
  const tree = createTree(live);
  const track: Track<Sim, Key> = {
    engine,
    scenario,
    sim,
    tree,
    keyframes: createKeyframes<Key>(limits),
    now,
    branch: branchById(tree, 1),
    here: 0,
    since: { steps: 0, costMs: 0 },
    report,
    told: -1,
    selection: null,
    selectionStep: 0,
    breakNext: false,
    seq: live.reduce((highest, given) => Math.max(highest, given.seq), 0),
  };
  tree.remake = (branch, from, to, tell) => remakeSteps(track, branch, from, to, tell);
  // What a simulation reports while it is built belongs to no step, and a replay from step 0 does not repeat it.
  clearReport(report);
  addKeyframe(track.keyframes, track.branch, 0, 0, () => weigh(track));
  return track;
}

/** Instant of the next step on this branch, a command given live included; null when there is none. */
export function trackNext<Sim, Key>(track: Track<Sim, Key>): Micros | null {
  if (track.branch.brokenAt === track.here + 1) return null;
  const given = liveAfter(track.tree, track.branch, track.here);
  // A known step is asked of the log: a live command may have been given later than the last step.
  if (track.here < headOf(track.branch).step) return cursorAt(track.tree, track.branch, track.here + 1).at;
  if (given !== undefined) return given.at;
  const next = track.engine.nextInstant(track.sim);
  return timedDue(track.branch, track.here, next)?.at ?? next;
}

/** The command that is the next step: one that is on record, or one taken over whose time has come. */
function commandNext<Sim, Key>(track: Track<Sim, Key>): LiveCommand | undefined {
  const { engine, sim, tree, branch, here } = track;
  const given = liveAfter(tree, branch, here);
  if (given !== undefined || branch.timed.length === 0 || here < headOf(branch).step) return given;
  const due = timedDue(branch, here, engine.nextInstant(sim));
  if (due === undefined) return undefined;
  branch.timed = branch.timed.slice(1);
  const now = { ...due, step: here, at: Math.max(due.at, engine.position(sim).at) };
  branch.live.push(now);
  return now;
}

/** Executes the next step of the branch: one that is known is repeated, one beyond the head is added to the log. */
export function trackAdvance<Sim, Key>(track: Track<Sim, Key>): Advance {
  const { engine, sim, branch, here } = track;
  if (branch.brokenAt === here + 1) return { kind: 'idle' };
  const started = costSoFar(track);
  clearReport(track.report);
  track.told = -1;
  const given = commandNext(track);
  try {
    if (given !== undefined) {
      const applied = engine.apply(sim, given.command, given.at);
      if (!applied.ok) return refuse(track, given, applied.errors[0]?.accepted ?? '');
    } else if (!engine.stepOnce(sim)) {
      return { kind: 'idle' };
    }
    if (track.breakNext) {
      track.breakNext = false;
      throw new Error('test of a broken rule');
    }
    finishStep(track, costSoFar(track) - started);
  } catch (error) {
    return breakOff(track, error);
  }
  return STEPPED;
}

/** One for all: every step of a run answers with it. */
const STEPPED: Advance = { kind: 'stepped' };

/**
 * Milliseconds, about. By the records that were changed when the engine counts them: keyframes then stand at the same
 * steps on every machine, however busy it is. Otherwise by the clock.
 */
function costSoFar<Sim, Key>({ engine, sim, now }: Track<Sim, Key>): number {
  return engine.work === undefined ? now() : engine.work(sim) * WORK_MS;
}

/** One changed record, with everything that is read and computed around it; measured on a run of a million events. */
const WORK_MS = 0.0003;

/** Books the step that the simulation has just executed, and takes a keyframe when the way here has become long. */
function finishStep<Sim, Key>(track: Track<Sim, Key>, costMs: number): void {
  const { engine, sim, branch, report } = track;
  const step = track.here + 1;
  const at = engine.position(sim);
  if (at.step !== step)
    throw new Error(`the simulation is after step ${at.step}, the session expects ${step}`);
  const known = step <= segmentHead(branch.log);
  if (known) checkReplay(track, step);
  else appendStep(branch.log, at.at, report);
  track.here = step;
  track.told = step;
  noteSelection(track, step);
  if (known && hasKeyframe(track.keyframes, ownerOf(track.tree, branch, step), step)) {
    track.since = { steps: 0, costMs: 0 };
    return;
  }
  track.since.steps += 1;
  track.since.costMs += costMs;
  if (!keyframeDue(track.keyframes, track.since.steps, track.since.costMs)) return;
  keep(track);
  if (!known) turnPage(branch.log.pages, step);
}

function noteSelection<Sim, Key>(track: Track<Sim, Key>, step: number): void {
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
function checkReplay<Sim, Key>(track: Track<Sim, Key>, step: number): void {
  const { eventCount } = track.report;
  const { log } = ownerOf(track.tree, track.branch, step);
  const known = segmentEventEnd(log, step) - segmentEventEnd(log, step - 1);
  if (eventCount !== known) {
    throw new Error(`step ${step} gave ${known} events, and ${eventCount} when it was repeated`);
  }
}

function keep<Sim, Key>(track: Track<Sim, Key>): void {
  const { tree, branch, here, since } = track;
  addKeyframe(track.keyframes, ownerOf(tree, branch, here), here, since.costMs, () => weigh(track));
  track.since = { steps: 0, costMs: 0 };
}

/** Bytes of a keyframe of an engine that cannot say: its page lists, and some records that have changed since the last. */
const KEY_BYTES = 16_000;

function weigh<Sim, Key>({ engine, sim }: Track<Sim, Key>): { key: Key; bytes: number } {
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
  const last = track.here;
  track.branch.brokenAt = last + 1;
  try {
    rewind(track, track.branch, last);
    while (track.here < last && trackAdvance(track).kind === 'stepped');
  } catch {
    // Even the keyframe does not lead there: it is the last good state.
    rewind(track, track.branch, last);
  }
  return { kind: 'broken', text };
}

function rewind<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: number): void {
  const keyframe = keyframeBefore(track.keyframes, track.tree, branch, step);
  track.engine.restore(track.sim, keyframe.key);
  track.branch = branch;
  track.here = keyframe.step;
  track.told = -1;
  track.selection = null;
  track.since = { steps: 0, costMs: 0 };
}

/**
 * Brings the simulation near a known step of a branch, at it or before it: onwards from where it is when that is on
 * the way and no keyframe is nearer. The rest of the way is `trackAdvance`.
 */
export function trackAim<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: number): void {
  const onTheWay =
    track.here <= step &&
    (track.branch === branch || track.here <= sharedUpTo(track.tree, track.branch, branch));
  const nearest = keyframeBefore(track.keyframes, track.tree, branch, step);
  if (onTheWay && nearest.step <= track.here) track.branch = branch;
  else rewind(track, branch, step);
}

/** Moves to a known step at once, however far it is. For what cannot wait: a command, a look at another state. */
export function trackMove<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: number): void {
  trackAim(track, branch, step);
  while (track.here < step) {
    const advance = trackAdvance(track);
    if (advance.kind !== 'stepped') throw new Error(`step ${track.here + 1} of ${step} cannot be repeated`);
  }
}

/** What `look` finds in the state after a known step; the simulation is then where it was. */
export function trackPeek<Sim, Key, T>(track: Track<Sim, Key>, step: number, look: (sim: Sim) => T): T {
  return excursion(track, () => {
    trackMove(track, track.branch, step);
    return look(track.sim);
  });
}

/** Does something elsewhere in the run and comes back. */
function excursion<Sim, Key, T>(track: Track<Sim, Key>, work: () => T): T {
  const { branch, here, selection, selectionStep } = track;
  const since = { ...track.since };
  const key = track.engine.capture(track.sim);
  try {
    return work();
  } finally {
    track.engine.restore(track.sim, key);
    track.branch = branch;
    track.here = here;
    track.since = since;
    track.selection = selection;
    track.selectionStep = selectionStep;
    track.told = -1;
  }
}

/** Tells what the steps of a branch up to `to` reported, by repeating them; the simulation is then where it was. */
function remakeSteps<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  from: number,
  to: number,
  tell: (step: number, report: StepReport) => void,
): void {
  excursion(track, () => {
    trackAim(track, branch, from);
    while (track.here < to && trackAdvance(track).kind === 'stepped') tell(track.here, track.report);
  });
}

/** Whether a command here continues the branch instead of forking it: nothing is known, or planned, after this step. */
export function atHead<Sim, Key>(track: Track<Sim, Key>): boolean {
  return track.here === headOf(track.branch).step && !hasLiveFrom(track.branch, track.here);
}

/**
 * Applies a command after the step where the simulation stands, at instant `at`. At the head it continues the branch;
 * in the past it makes another. A refused command changes nothing, and makes no branch.
 */
export function trackCommand<Sim, Key>(track: Track<Sim, Key>, command: Command, at: Micros): Result<true> {
  const { engine, sim, tree, here } = track;
  clearReport(track.report);
  track.told = -1;
  const continues = atHead(track);
  const fork = cursorAt(tree, track.branch, here);
  let applied: Result<true>;
  try {
    applied = engine.apply(sim, command, at);
  } catch (error) {
    rewind(track, track.branch, here);
    trackMove(track, track.branch, here);
    const text = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      errors: [{ field: 'command', value: command.kind, accepted: `nothing here: ${text}` }],
    };
  }
  if (!applied.ok) return applied;
  if (!continues) track.branch = addBranch(tree, track.branch, fork, nameOfCommand(command));
  track.branch.brokenAt = 0;
  track.branch.live.push({ step: here, at: Math.max(at, fork.at), seq: ++track.seq, command });
  finishStep(track, 0);
  return applied;
}
