import type { StepNumber } from '../../protocol/ids.ts';
import type { Micros, RealMillis } from '../../protocol/units.ts';
import { type Branch, cursorAt, headOf } from './branches.ts';
import type { StepReport } from './step-report.ts';
import { type Stand, standOf, type Track, trackAdvance, trackNext, visit } from './track.ts';

/** Where a long piece of work on a branch stopped, to go on from there. */
export interface SideRun<Key> extends SideWalk<Key> {
  /** Nothing is left to happen on it, or there is no memory for more. */
  ended: boolean;
}

/** Hears what each step reported, and its instant; the report is the listener's until it returns. */
export type Listener = (report: StepReport, at: Micros) => void;

/** Simulates a branch beyond its head for some milliseconds, or until `done`. Its log grows, the place shown stays. */
export function runOn<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  run: SideRun<Key>,
  { ms, done, told = silent }: { ms: RealMillis; done: (next: Micros) => boolean; told?: Listener },
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
      run.ended = kind === 'idle' || kind === 'broken' || kind === 'full';
      if (kind === 'stepped') told(track.report, cursorAt(track.tree, branch, track.here).at);
    } while (!run.ended && track.now() < end);
    run.stand = standOf(track);
    run.here = track.here;
  };
  visit(track, branch, head, goOn, kept);
}

function silent(): void {}

/** A walk along known steps that has come to `here`; −1 = it has not begun. */
export interface SideWalk<Key> {
  stand: Stand<Key> | null;
  here: number;
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
  const end = track.now() + ms;
  const goOn = (sim: Sim): void => {
    while (track.here < step && track.now() < end) {
      const { at } = cursorAt(track.tree, branch, track.here + 1);
      each(sim, at);
      if (trackAdvance(track).kind !== 'stepped')
        throw new Error(`step ${track.here + 1} cannot be repeated`);
      told(track.report, at);
    }
    walk.stand = standOf(track);
    walk.here = track.here;
  };
  visit(track, branch, Math.min(start, step), goOn, walk.stand);
  return walk.here >= step;
}
