import type { EventNumber, StepNumber } from '../../protocol/ids.ts';
import type { RealMillis } from '../../protocol/units.ts';
import type { OpenRun, SessionState } from '../session/session-state.ts';
import { settle } from '../session/travel.ts';
import { type Branch, pathOf, stepOfEvent } from '../track/branches.ts';
import { type SideWalk, walkOn, walkTo } from '../track/side-run.ts';
import { type Track, withPosition } from '../track/track.ts';
import {
  blankPage,
  keepPage,
  pageOfStep,
  type StepPage,
  writeStep,
  type WrittenPage,
} from '../log/log-pages.ts';
import { segmentHead } from '../log/log.ts';

/** Longest uninterrupted piece of work, in milliseconds. */
export const PIECE_MS = 12;

/**
 * Calls `work` until it returns true, and handles other messages between calls. Returns false if the branch was deleted or
 * another run was opened.
 */
export async function inPieces<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  branch: Branch,
  work: () => boolean,
): Promise<boolean> {
  while (!work()) {
    // oxlint-disable-next-line no-await-in-loop
    await yieldToSession(state);
    if (state.run !== run || branch.gone) return false;
  }
  return true;
}

/** Yields between two pieces. A frame that had to wait for a side run is sent first. */
export function yieldToSession<Sim, Key>({ stream, env }: SessionState<Sim, Key>): Promise<void> {
  stream.resume();
  return env.turn();
}

/** Completes a long step that a side run left, so that the simulation returns to the cursor. */
export async function finishSideRun<Sim, Key>(state: SessionState<Sim, Key>): Promise<void> {
  if (state.run?.track.stepInProgress?.home !== undefined) await settle(state);
  state.stream.resume();
}

/** Returns the result of `look` in the state after a known step; undefined if the run or branch disappears first. */
export async function lookFromStep<Sim, Key, T>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  branch: Branch,
  step: StepNumber,
  look: (sim: Sim) => T,
): Promise<T | undefined> {
  const { track } = run;
  const walk: SideWalk<Key> = { position: null, step: -1 };
  const there = await inPieces(state, run, branch, () => walkTo(track, branch, walk, step, PIECE_MS));
  return there ? withPosition(track, branch, step, look, walk.position) : undefined;
}

/** Unfinished walks that write log pages, with the part written so far. */
const BEGUN = new WeakMap<StepPage, { walk: SideWalk<unknown>; written: WrittenPage }>();

/**
 * Writes the missing pages of the steps `from + 1` to `to` for up to `ms` milliseconds. Returns true if all of them are
 * written. Reading an unwritten page without this call writes it without a pause, which takes as long as the steps between
 * two keyframes.
 */
export function appendLog<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  { from, to, ms }: { from: StepNumber; to: StepNumber; ms: RealMillis },
): boolean {
  const end = track.now() + ms;
  for (const { owner, log, from: first, to: last } of pathOf(track.tree, branch)) {
    const { pages } = log;
    for (let step = Math.max(from, first); step < Math.min(to, last); ) {
      const index = pageOfStep(pages, step + 1);
      const stop = pages.list[index + 1]?.from ?? segmentHead(log);
      if (!writePage(track, owner, pages.list[index]!, stop, end)) return false;
      step = stop;
    }
  }
  return true;
}

function writePage<Sim, Key>(
  track: Track<Sim, Key>,
  owner: Branch,
  page: StepPage,
  stop: StepNumber,
  end: RealMillis,
): boolean {
  const { pages } = owner.log;
  if (page.written !== null) {
    BEGUN.delete(page);
    return true;
  }
  const begun = BEGUN.get(page) ?? { walk: { position: null, step: -1 }, written: blankPage(pages) };
  BEGUN.set(page, begun);
  const way = { start: page.from, step: stop, ms: Math.max(0, end - track.now()) };
  const walk = begun.walk as SideWalk<Key>;
  if (!walkOn(track, owner, walk, way, nothing, (report) => writeStep(begun.written, report))) return false;
  keepPage(pages, page, begun.written);
  BEGUN.delete(page);
  return true;
}

function nothing(): void {}

/** Makes a range of events readable, in pieces. Returns false if the branch was deleted or another run was opened. */
export function readyEvents<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  branch: Branch,
  first: EventNumber,
  last: EventNumber,
): Promise<boolean> {
  const { track } = run;
  const from = (stepOfEvent(track.tree, branch, first) ?? 1) - 1;
  const to = stepOfEvent(track.tree, branch, last) ?? segmentHead(branch.log);
  return readySteps(state, run, branch, from, to);
}

/** Like `readyEvents`, for the events of the steps `from + 1` to `to`. */
export function readySteps<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  branch: Branch,
  from: StepNumber,
  to: StepNumber,
): Promise<boolean> {
  return inPieces(state, run, branch, () => appendLog(run.track, branch, { from, to, ms: PIECE_MS }));
}
