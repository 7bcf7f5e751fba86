import type { Micros } from '../../protocol/units.ts';
import { type Branch, cursorAt, headOf } from './branches.ts';
import { type Stand, standOf, type Track, trackAdvance, trackNext, visit } from './track.ts';

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
  const end = track.now() + ms;
  const { step: head } = headOf(branch);
  const { stand } = run;
  const kept = stand?.branch === branch && stand.here === head ? stand : null;
  const goOn = (): void => {
    do {
      const next = trackNext(track);
      if (next !== null && done(next)) break;
      const kind = next === null ? 'idle' : trackAdvance(track).kind;
      run.ended = kind === 'idle' || kind === 'broken';
    } while (!run.ended && track.now() < end);
    run.stand = standOf(track);
  };
  visit(track, branch, head, goOn, kept);
}

/** A walk along known steps that has come to `here`; −1 = it has not begun. */
export interface SideWalk<Key> {
  stand: Stand<Key> | null;
  here: number;
}

/**
 * Goes along a branch from `start`, or from where the walk stopped, to `step`, for some milliseconds. `each` sees the
 * state before each step and the instant of that step. True when it is there.
 */
export function walkOn<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  walk: SideWalk<Key>,
  { start, step, ms }: { start: number; step: number; ms: number },
  each: (sim: Sim, next: Micros) => void,
): boolean {
  const end = track.now() + ms;
  const goOn = (sim: Sim): void => {
    while (track.here < step && track.now() < end) {
      each(sim, cursorAt(track.tree, branch, track.here + 1).at);
      if (trackAdvance(track).kind !== 'stepped')
        throw new Error(`step ${track.here + 1} cannot be repeated`);
    }
    walk.stand = standOf(track);
    walk.here = track.here;
  };
  visit(track, branch, Math.min(start, step), goOn, walk.stand);
  return walk.here >= step;
}
