import type { Micros } from '../protocol/units.ts';
import { type Branch, cursorAt, headOf } from './branches.ts';
import { type Track, trackAdvance, trackAim, trackMove, trackNext } from './track.ts';

/**
 * Work on another branch than the one that is shown, with the one simulation that there is: its state is kept, it goes
 * there, and comes back before anybody else looks. Keyframes of all branches make the way there short.
 */
interface Stand<Key> {
  key: Key;
  branch: Branch;
  here: number;
  since: { steps: number; costMs: number };
}

function standOf<Sim, Key>(track: Track<Sim, Key>): Stand<Key> {
  const { branch, here, since } = track;
  return { key: track.engine.capture(track.sim), branch, here, since };
}

function comeBack<Sim, Key>(track: Track<Sim, Key>, stand: Stand<Key>): void {
  track.engine.restore(track.sim, stand.key);
  track.branch = stand.branch;
  track.here = stand.here;
  track.since = stand.since;
}

/** What `look` finds in the state after a known step of any branch. */
export function lookAt<Sim, Key, T>(
  track: Track<Sim, Key>,
  branch: Branch,
  step: number,
  look: (sim: Sim) => T,
): T {
  const stand = standOf(track);
  try {
    trackMove(track, branch, step);
    return look(track.sim);
  } finally {
    comeBack(track, stand);
  }
}

/** Where a long piece of work on a branch stopped, to go on from there. */
export interface SideRun<Key> {
  stand: Stand<Key> | null;
  /** Nothing is left to happen on it. */
  ended: boolean;
}

/** Simulates a branch beyond its head for some milliseconds, or until `done`. Its log grows, the place shown stays. */
export function runOn<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  run: SideRun<Key>,
  ms: number,
  done: (next: Micros) => boolean,
): void {
  const stand = standOf(track);
  const end = track.now() + ms;
  try {
    const head = headOf(branch).step;
    if (run.stand !== null && run.stand.branch === branch && run.stand.here === head) {
      comeBack(track, run.stand);
    } else trackAim(track, branch, head);
    for (;;) {
      const next = trackNext(track);
      if (next === null) {
        run.ended = true;
        break;
      }
      if (track.here >= head && done(next)) break;
      const { kind } = trackAdvance(track);
      if (kind === 'idle' || kind === 'broken') {
        run.ended = true;
        break;
      }
      if (track.here >= head && track.now() >= end) break;
    }
    run.stand = standOf(track);
  } finally {
    comeBack(track, stand);
  }
}

/** A walk along known steps that has come to `here`; −1 = it has not begun. */
export interface SideWalk<Key> {
  stand: Stand<Key> | null;
  here: number;
}

/**
 * Goes along a branch from `start`, or from where the walk stopped, to `step`, for some milliseconds. `visit` sees the
 * state before each step and the instant of that step. True when it is there.
 */
export function walkOn<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  walk: SideWalk<Key>,
  { start, step, ms }: { start: number; step: number; ms: number },
  visit: (sim: Sim, next: Micros) => void,
): boolean {
  const stand = standOf(track);
  const end = track.now() + ms;
  try {
    if (walk.stand === null) trackMove(track, branch, Math.min(start, step));
    else comeBack(track, walk.stand);
    while (track.here < step && track.now() < end) {
      visit(track.sim, cursorAt(track.tree, branch, track.here + 1).at);
      if (trackAdvance(track).kind !== 'stepped')
        throw new Error(`step ${track.here + 1} cannot be repeated`);
    }
    walk.stand = standOf(track);
    walk.here = track.here;
    return track.here >= step;
  } finally {
    comeBack(track, stand);
  }
}
