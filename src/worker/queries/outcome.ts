import type { Command } from '../../protocol/commands.ts';
import type { RunOutcome } from '../../protocol/outcome.ts';
import type { Sliced } from '../kinds/engine.ts';
import type { LogSegment } from '../log/log.ts';
import type { OpenRun, SessionState } from '../session/session-state.ts';
import { variedCommands } from '../track/branch-edits.ts';
import { cursorAt, headOf } from '../track/branches.ts';
import { createTrackParts, type Track, trackAdvance } from '../track/track.ts';
import type { Answering } from './answering.ts';
import { PIECE_MS, yieldToSession } from './in-pieces.ts';

/** Milliseconds of work after which another run of the same mail is given up. */
const WORK_MS = 1_000;

/** Outcomes with other settings, by the log of their branch. `key`: its head and the settings. */
const KNOWN = new WeakMap<LogSegment, { key: string; outcome: RunOutcome | null }>();

/** Answers what became of each message: from the state at the cursor or, with settings, from another run of the same mail. */
export const outcome: Answering<'outcome'> = async (state, run, settings) => {
  const { track } = run;
  if (settings.length === 0) return state.engine.look(track.sim, 'outcome') ?? null;
  const { branch } = run.place;
  const key = `${headOf(branch).step} ${JSON.stringify(settings)}`;
  const known = KNOWN.get(branch.log);
  if (known?.key === key) return known.outcome;
  const found = await outcomeWith(state, run, settings);
  if (state.run === run) KNOWN.set(branch.log, { key, outcome: found });
  return found;
};

/**
 * Simulates the mail of the cursor's branch a second time, beside the run: a branch would show up in the timeline and
 * in links. Null when this takes too long, or when the run does not reach its end.
 */
async function outcomeWith<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  settings: readonly Command[],
): Promise<RunOutcome | null> {
  const { env, engine } = state;
  const { tree } = run.track;
  const { branch } = run.place;
  const { own, timed } = variedCommands(tree, branch, cursorAt(tree, branch, 0), settings);
  const work = otherRun(
    createTrackParts(engine, run.scenario, own, () => env.now()),
    (track) => {
      track.branch.timed = timed;
    },
  );
  let worked = 0;
  while (worked < WORK_MS) {
    const started = env.now();
    do {
      const part = work.next();
      if (part.done !== true) continue;
      return part.value === null ? null : (engine.look(part.value.sim, 'outcome') ?? null);
    } while (env.now() - started < PIECE_MS);
    worked += env.now() - started;
    // oxlint-disable-next-line no-await-in-loop
    await yieldToSession(state);
    if (state.run !== run) return null;
  }
  return null;
}

/** Creates a run and plays it to its end, a piece at a time. Returns null when it cannot reach its end. */
function* otherRun<Sim, Key>(
  parts: Sliced<Track<Sim, Key>>,
  begin: (track: Track<Sim, Key>) => void,
): Sliced<Track<Sim, Key> | null> {
  const track = yield* parts;
  begin(track);
  for (;;) {
    const { kind } = trackAdvance(track, () => false);
    if (kind === 'idle') return track;
    if (kind !== 'stepped' && kind !== 'part') return null;
    yield;
  }
}
