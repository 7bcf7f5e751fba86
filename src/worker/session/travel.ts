import type { StepNumber } from '../../protocol/ids.ts';
import type { SeekTarget, StepUnit } from '../../protocol/session-api.ts';
import { MICROS_PER_DAY, MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import type { StepKind } from '../log/log.ts';
import { headOf, nextOfKind, previousOfKind, stepAtTime, stepOfEvent } from '../track/branches.ts';
import { type Advance, trackAdvance, trackAim, trackNext } from '../track/track.ts';
import {
  hasArrived,
  moved,
  notify,
  type OpenRun,
  type Place,
  placeAt,
  placeHere,
  type SessionState,
  SLICE_MS,
  type Travel,
} from './session-state.ts';

/**
 * Moves the cursor. On known steps the cursor moves immediately and the simulation follows in slices; beyond the head the
 * cursor moves with the simulation. The last request wins.
 */
export type Arrival = 'arrived' | 'stopped' | 'superseded';

/** Simulated time after which a search for the next step of a kind gives up: one hour. */
const SEARCH_LIMIT: Micros = 3_600 * MICROS_PER_SECOND;
/** Milliseconds between two progress frames during a long simulation. */
const PROGRESS_MS = 250;
/** Latest instant that a seek can reach: thirty days. No mail stays in a queue for so long. */
const INSTANT_MAX: Micros = 30 * MICROS_PER_DAY;

/** Real milliseconds for simulating up to the place of a link. After this time the link opens at the step reached. */
const OPEN_MS = 10_000;

/** Moves the cursor to a known place; the simulation follows. */
export async function travelTo<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  place: Place,
): Promise<Arrival> {
  run.place = place;
  trackAim(run.track, place.branch, place.step);
  const mine: Travel = { kind: 'catching-up' };
  state.travel = mine;
  const arrival = finish(state, mine, await slices(state, run, mine, () => run.track.step >= place.step));
  if (arrival === 'stopped') run.place = placeHere(run);
  return arrival;
}

/**
 * Simulates beyond the head of the cursor's branch until `done`, or until no step follows ("stopped"). `kind`: `opening`
 * while the page shows no run yet.
 */
export async function travelOn<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  done: () => boolean,
  kind: 'going-on' | 'opening' = 'going-on',
): Promise<Arrival> {
  const { branch } = run.place;
  trackAim(run.track, branch, headOf(branch).step);
  const mine: Travel = { kind };
  state.travel = mine;
  const afterSlice = (): void => {
    if (run.track.step >= headOf(branch).step) run.place = placeHere(run);
  };
  const arrival = finish(state, mine, await slices(state, run, mine, done, afterSlice));
  if (arrival !== 'superseded') run.place = placeHere(run);
  return arrival;
}

/** Reports this request as superseded if a newer request replaced it while it finished. */
function finish<Sim, Key>(state: SessionState<Sim, Key>, mine: Travel, arrival: Arrival): Arrival {
  if (mine !== state.travel) return 'superseded';
  state.travel = null;
  return arrival;
}

/** Stops a simulation beyond the head. Catching up continues, because the cursor has already moved. */
export function interrupt<Sim, Key>(state: SessionState<Sim, Key>): void {
  const { travel } = state;
  if (travel === null || travel.kind === 'catching-up') return;
  const searching = travel.kind === 'searching';
  if (searching) state.search = { ...travel.report, running: false, why: 'cancelled' };
  state.travel = null;
  const { run } = state;
  if (run === null) return;
  // A search or an unfinished seek may have left the simulation away from the cursor. It first goes to the cursor;
  // otherwise the cursor would jump to the simulation.
  const away = searching && run.track.step !== run.place.step;
  if (away || run.track.step < run.place.step)
    void travelTo(state, run, run.place).then(() => state.stream.publish());
  else run.place = placeHere(run);
}

async function slices<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  mine: Travel,
  done: () => boolean,
  afterSlice?: () => void,
): Promise<Arrival> {
  const { env } = state;
  let shown = env.now();
  for (;;) {
    const end = env.now() + (env.sliceMs ?? SLICE_MS);
    const more = (): boolean => env.now() < end;
    while (run.track.stepInProgress !== null || !done()) {
      const advance = trackAdvance(run.track, more);
      if (isEnd(state, run, advance)) return 'stopped';
      if (advance.kind === 'part' || !more()) break;
    }
    const between = run.track.stepInProgress === null;
    if (between) afterSlice?.();
    if (between && done()) return 'arrived';
    if (between && env.now() - shown >= PROGRESS_MS) {
      shown = env.now();
      state.stream.publish();
    }
    await env.turn();
    if (mine !== state.travel || run !== state.run) return 'superseded';
  }
}

/**
 * Completes a long step in slices, because the next task needs the state after a complete step. If the cursor was at
 * the simulation's step, it moves to the completed step.
 */
export async function settle<Sim, Key>(state: SessionState<Sim, Key>): Promise<void> {
  const { env, run } = state;
  const under = run?.track.stepInProgress ?? null;
  if (run === null || under === null) return;
  const { branch, step } = run.place;
  const arrived = under.home === undefined && hasArrived(run);
  while (run === state.run && run.track.stepInProgress === under) {
    const end = env.now() + (env.sliceMs ?? SLICE_MS);
    isEnd(
      state,
      run,
      trackAdvance(run.track, () => env.now() < end),
    );
    // oxlint-disable-next-line no-await-in-loop
    if (run.track.stepInProgress === under) await env.turn();
  }
  // While this function waited, the user may have moved the cursor and cancelled the step. The simulation then goes to the
  // new place.
  const stays = run.place.branch === branch && run.place.step === step;
  if (arrived && stays && run.track.branch === branch && run.track.step === step + 1)
    run.place = placeHere(run);
}

const FULL =
  'This run has reached the memory limit of 512 MB and stopped. You can still look at it, save it and share it.';

/** True if the result of an advance ends the travel. Notifies the user if the reason matters. */
export function isEnd<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  advance: Advance,
): boolean {
  if (advance.kind === 'refused') notify(state, 'refused', advance.text);
  if (advance.kind === 'broken') {
    const text = `Stopped after step ${run.track.step}: the next step breaks a rule of the simulation (${advance.text}).`;
    notify(state, 'invariant', text);
  }
  if (advance.kind === 'full') notify(state, 'full', FULL);
  return advance.kind === 'idle' || advance.kind === 'broken' || advance.kind === 'full';
}

/**
 * Goes one step of a unit from the cursor. If no such step follows, goes to the start (backwards) or the end
 * (forwards).
 */
export async function travelStep<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  unit: StepUnit,
  direction: 1 | -1,
): Promise<void> {
  interrupt(state);
  moved(state, direction === 1 ? 'forward' : 'back');
  if (unit === 'second') {
    const second = run.place.at / MICROS_PER_SECOND;
    const target = direction === 1 ? Math.floor(second) + 1 : Math.ceil(second) - 1;
    await travelToInstant(state, run, Math.max(0, target * MICROS_PER_SECOND));
  } else if (direction === -1) {
    await travelTo(state, run, placeAt(run, run.place.branch, stepBack(run, unit)));
  } else if (unit === 'event') {
    await travelToStep(state, run, run.place.step + 1);
  } else {
    await travelToNext(state, run, unit);
  }
}

/** Returns the step to go back to. If there is none of this kind: the start, or the cursor for preemptions and cascades. */
function stepBack<Sim, Key>(run: OpenRun<Sim, Key>, unit: StepKind | 'event'): number {
  const { branch, step } = run.place;
  if (unit === 'event') return Math.max(0, step - 1);
  const found = previousOfKind(run.track.tree, branch, unit, step);
  return found ?? (unit === 'preemption' || unit === 'cascade' ? step : 0);
}

async function travelToNext<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  kind: StepKind,
): Promise<void> {
  const { branch, step } = run.place;
  const { tree } = run.track;
  const known = nextOfKind(tree, branch, kind, step);
  if (known !== null) {
    await travelTo(state, run, placeAt(run, branch, known));
    return;
  }
  const limit = headOf(branch).at + SEARCH_LIMIT;
  const found = (): boolean => nextOfKind(tree, branch, kind, step) !== null;
  const arrival = await travelOn(state, run, () => found() || (trackNext(run.track) ?? 0) > limit);
  if (arrival === 'arrived' && !found()) {
    notify(state, 'clamped', `No further ${kind} within an hour of simulated time.`);
  }
}

async function travelToStep<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  step: StepNumber,
): Promise<void> {
  const { branch } = run.place;
  if (step <= headOf(branch).step) await travelTo(state, run, placeAt(run, branch, step));
  else await travelOn(state, run, () => run.track.step >= step);
}

async function travelToInstant<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  at: Micros,
): Promise<void> {
  const { branch } = run.place;
  const head = headOf(branch);
  const known = stepAtTime(run.track.tree, branch, at);
  if (known < head.step) {
    await travelTo(state, run, placeAt(run, branch, known, at));
    return;
  }
  const arrival = await travelOn(state, run, () => (trackNext(run.track) ?? 0) > at);
  // Time stops at the last step of a run that has ended, so the cursor stays there.
  if (arrival === 'arrived') run.place = placeHere(run, at);
}

/** Goes to `target`. If it does not exist, goes to the nearest place and notifies the user. */
export async function travelSeek<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  target: SeekTarget,
  kind: 'going-on' | 'opening' = 'going-on',
): Promise<void> {
  interrupt(state);
  moved(state, 'jump');
  const { branch } = run.place;
  const { track } = run;
  if ('at' in target) {
    await travelToInstant(state, run, sane(state, target.at, INSTANT_MAX, 'instant'));
    return;
  }
  const [noun, wanted] =
    'event' in target ? (['event', target.event] as const) : (['step', target.step] as const);
  const n = sane(state, wanted, Number.MAX_SAFE_INTEGER, noun);
  const known = noun === 'step' ? n : stepOfEvent(track.tree, branch, n);
  if (known !== null && known <= headOf(branch).step) {
    await travelTo(state, run, placeAt(run, branch, known));
    return;
  }
  const there = noun === 'step' ? () => track.step >= n : () => headOf(branch).event >= n;
  const deadline = kind === 'opening' ? state.env.now() + OPEN_MS : Number.POSITIVE_INFINITY;
  const arrival = await travelOn(state, run, () => there() || state.env.now() > deadline, kind);
  if (arrival === 'superseded' || there()) return;
  const last = noun === 'step' ? headOf(branch).step : headOf(branch).event;
  const text =
    arrival === 'stopped'
      ? `There is no ${noun} ${n}: the run ends at ${noun} ${last}.`
      : `Only ${noun} ${last} was reached in 10 seconds, not ${noun} ${n}.`;
  notify(state, 'clamped', text);
}

/** Clamps to a whole number from 0 to `max`. Notifies the user if this changes the number. */
function sane<Sim, Key>(state: SessionState<Sim, Key>, wanted: number, max: number, noun: string): number {
  const n = Number.isFinite(wanted) ? Math.min(max, Math.max(0, Math.trunc(wanted))) : 0;
  if (n !== wanted)
    notify(state, 'clamped', `There is no ${noun} ${String(wanted).slice(0, 40)}: ${n} is shown.`);
  return n;
}
