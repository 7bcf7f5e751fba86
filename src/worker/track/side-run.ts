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

/** A walk along known steps that has come to `step`; −1 = it has not begun. */
export interface SideWalk<Key> {
  position: SavedPosition<Key> | null;
  step: StepNumber;
}

/** Where a long piece of work on a branch stopped, to go on from there. */
export interface SideRun<Key> extends SideWalk<Key> {
  /** Nothing is left to happen on it, or there is no memory for more. */
  ended: boolean;
}

/** Hears what each step reported, and its instant; the report is the listener's until it returns. */
export type Listener = (report: StepReport, at: Micros) => void;

/** One piece of a side run. */
interface Piece<Sim, Key> {
  branch: Branch;
  /** Goes on from this one, or, null, from the keyframe before `near`. */
  from: SavedPosition<Key> | null;
  near: StepNumber;
  more: () => boolean;
  /** Looks at the state before each step; false = the piece ends here. */
  before: (sim: Sim) => boolean;
  after: (advance: Advance) => void;
}

/**
 * Works elsewhere in the run and comes back. A long step that is not over when the time is stays under way, and the
 * simulation with it: the next that moves the simulation goes on with that step, and it is taken back when it ends. So
 * no piece is longer than it may, whatever the scenario, and nothing else of the session has to know.
 */
function piece<Sim, Key>(track: Track<Sim, Key>, walk: SideWalk<Key>, asked: Piece<Sim, Key>): void {
  const { branch, from, near, more, before, after } = asked;
  if (track.stepInProgress !== null) {
    // One of the reader's goes on with the reader; one that a side run left is brought to its end, whosever it is.
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

/** Simulates a branch beyond its head for some milliseconds, or until `done`. Its log grows, the place shown stays. */
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
    // What listens has heard as much as was walked; where nothing does, a keyframe is quicker.
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
 * Goes along a branch from `start`, or from where the walk stopped, to `step`, for some milliseconds. `each` sees the
 * state before each step and the instant of that step, `told` what the step reported. True when it is there.
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

/** Comes to a known step in pieces, for a look at the state there with `withPosition`; true when `walk` stands there. */
export function walkTo<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  walk: SideWalk<Key>,
  step: StepNumber,
  ms: RealMillis,
): boolean {
  // A look needs the reader's simulation after a whole step too.
  return walkOn(track, branch, walk, { start: step, step, ms }, silent) && track.stepInProgress === null;
}
