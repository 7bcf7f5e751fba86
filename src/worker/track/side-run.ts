import type { StepNumber } from '../../protocol/ids.ts';
import type { Micros, RealMillis } from '../../protocol/units.ts';
import { type Branch, cursorAt, headOf } from './branches.ts';
import { keyframeBefore } from './keyframes.ts';
import type { StepReport } from './step-report.ts';
import {
  type Advance,
  restorePosition,
  type SavedPosition,
  savePosition,
  type Track,
  trackAdvance,
  trackAim,
  trackNext,
} from './track.ts';

/** A walk along known steps that has reached `step`; −1 = not started. */
export interface SideWalk<Key> {
  position: SavedPosition<Key> | null;
  step: StepNumber;
}

/** The place where long work on a branch stopped, and from which it continues. */
export interface SideRun<Key> extends SideWalk<Key> {
  /** True if no more steps follow, or memory is full. */
  ended: boolean;
}

/** Receives the report of each step and its instant; the report is only valid during the call. */
export type Listener = (report: StepReport, at: Micros) => void;

interface Piece<Sim, Key> {
  branch: Branch;
  /** Continues from this position or, if null, from the keyframe before `near`. */
  from: SavedPosition<Key> | null;
  near: StepNumber;
  more: () => boolean;
  /** Called with the state before each step; false ends the slice. */
  before: (sim: Sim) => boolean;
  after: (advance: Advance) => void;
}

/**
 * Works at another place of the run and comes back. If a long step is not complete in time, it stays in progress and the
 * simulation stays at that place. The next code that moves the simulation continues the step; at its end the simulation
 * returns. So no slice takes too long, and the rest of the session need not handle this.
 */
function piece<Sim, Key>(track: Track<Sim, Key>, walk: SideWalk<Key>, asked: Piece<Sim, Key>): void {
  const { branch, from, near, more, before, after } = asked;
  if (track.stepInProgress !== null) {
    // A long step of the user's run is not touched. A long step that a side run left is continued, regardless of which side
    // run it was.
    if (track.stepInProgress.home !== undefined) trackAdvance(track, more);
    return;
  }
  const place = savePosition(track);
  const home = (): void => {
    walk.position = savePosition(track);
    walk.step = track.step;
    restorePosition(track, place);
  };
  let isBack = false;
  try {
    if (from === null) trackAim(track, branch, near);
    else restorePosition(track, from);
    while (before(track.sim)) {
      const advance = trackAdvance(track, more);
      if (advance.kind === 'part') {
        isBack = true;
        leave(track, after, home);
        return;
      }
      after(advance);
      if (!more()) break;
    }
    isBack = true;
    home();
  } finally {
    if (!isBack) restorePosition(track, place);
  }
}

function leave<Sim, Key>(track: Track<Sim, Key>, after: (ended: Advance) => void, home: () => void): void {
  if (track.stepInProgress === null) throw new Error('no step is under way');
  track.stepInProgress.home = (ended) => {
    try {
      after(ended);
    } finally {
      home();
    }
  };
}

/** Simulates a branch beyond its head for `ms` milliseconds or until `done`. Its log grows; the shown place does not change. */
export function runOn<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  run: SideRun<Key>,
  { ms, done, told = silent }: { ms: RealMillis; done: (next: Micros) => boolean; told?: Listener },
): void {
  const { step: head } = headOf(branch);
  const kept = run.position?.branch === branch && run.position.step <= head ? run.position : null;
  const isNear = kept !== null && kept.step >= keyframeBefore(track.keyframes, track.tree, branch, head).step;
  piece(track, run, {
    branch,
    // A listener needs every step since its last position. Without a listener, a nearer keyframe is faster.
    from: isNear || told !== silent ? kept : null,
    near: head,
    more: timeFor(track, ms),
    before: () => {
      const next = run.ended ? null : trackNext(track);
      return !run.ended && (track.step < headOf(branch).step || next === null || !done(next));
    },
    after: ({ kind }) => {
      run.ended = kind === 'idle' || kind === 'broken' || kind === 'full';
      if (kind === 'stepped') told(track.report, cursorAt(track.tree, branch, track.step).at);
    },
  });
}

function silent(): void {}

function timeFor<Sim, Key>({ now }: Track<Sim, Key>, ms: RealMillis): () => boolean {
  const end = now() + ms;
  return () => now() < end;
}

/**
 * Walks along a branch for `ms` milliseconds from `start`, or from the step where the walk stopped, to `step`. `each` gets
 * the state before each step and the instant of the step; `told` gets the report. Returns true on arrival.
 */
export function walkOn<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  walk: SideWalk<Key>,
  { start, step, ms }: { start: StepNumber; step: StepNumber; ms: RealMillis },
  each: (sim: Sim, next: Micros) => void,
  told: Listener = silent,
): boolean {
  const nextAt = (): Micros => cursorAt(track.tree, branch, track.step + 1).at;
  if (walk.position === null || walk.step < step)
    piece(track, walk, {
      branch,
      from: walk.position,
      near: Math.min(start, step),
      more: timeFor(track, ms),
      before: (sim) => {
        if (track.step >= step) return false;
        if (track.step >= start) each(sim, nextAt());
        return true;
      },
      after: ({ kind }) => {
        if (kind !== 'stepped') throw new Error(`step ${track.step + 1} cannot be repeated`);
        if (track.step > start) told(track.report, cursorAt(track.tree, branch, track.step).at);
      },
    });
  return walk.position !== null && walk.step >= step;
}

/** Moves the simulation to a known step in slices, for `withPosition`. Returns true when `walk` has arrived. */
export function walkTo<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  walk: SideWalk<Key>,
  step: StepNumber,
  ms: RealMillis,
): boolean {
  // Looking also requires that the user's simulation is between two steps.
  return walkOn(track, branch, walk, { start: step, step, ms }, silent) && track.stepInProgress === null;
}
