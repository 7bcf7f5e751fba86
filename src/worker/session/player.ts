import { type Again, FILM_SPEED_MAX, type PlayBy } from '../../protocol/session-api.ts';
import { type Micros, MICROS_PER_SECOND, type RealMillis } from '../../protocol/units.ts';
import { cursorAt, headOf, nextOfKind } from '../track/branches.ts';
import { forgiveGap, paceTarget, resetPace, startPace } from './pacer.ts';
import {
  hasArrived,
  moved,
  notify,
  type OpenRun,
  type Playing,
  placeHere,
  placeIsHead,
  sentenceOf,
  type SessionState,
  SLICE_MS,
  NO_SEARCH,
} from './session-state.ts';
import { type Advance, type Track, trackAdvance, trackCommand, trackNext } from '../track/track.ts';
import { armTests, hitTests } from './stop-tests.ts';
import { isEnd, settle } from './travel.ts';

/** Milliseconds between two ticks: one animation frame at 60 Hz. */
const TICK_MS = 16;
/** Milliseconds between two played steps. */
const STEP_MS = 500;
/** Milliseconds that the clock waits at a preemption, so that the page can hold it for longer. */
const GRACE_MS = 250;
/**
 * Largest simulated time of one played step. If no step of the wanted kind comes within this time, the clock advances
 * by it.
 */
const STEP_LIMIT: Micros = 3_600 * MICROS_PER_SECOND;

/**
 * Plays from the cursor at `speed`, or changes the speed. Known steps are replayed; beyond the head the run is simulated, and
 * the user sees no difference. Playing ends with `stopPlaying`, at the scenario's `pauseAt`, or when no step follows and no
 * command is repeated (`again`).
 */
export function startPlaying<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  speed: number,
  by: PlayBy = 'time',
  again: Again | null = null,
): void {
  const pace = startPace(run.place.at, speed, state.env.now());
  const playing = { by, pace, again: againFrom(state, run.place.at, again) };
  state.speed = pace.speed;
  if (state.playing !== null) {
    // The running loop continues with the new settings.
    Object.assign(state.playing, playing);
    return;
  }
  const started = { ...playing, heldUntil: 0 };
  state.playing = started;
  state.search = NO_SEARCH;
  for (const test of state.stops) test.hits = 0;
  armTests({ track: run.track, transport: state.stream.view().transport }, state.stops);
  void playLoop(state, run, started);
}

type Due = NonNullable<Playing['again']>;

/** Repetitions are at multiples of the interval, so that a change of speed does not shift them. */
function againFrom<Sim, Key>(state: SessionState<Sim, Key>, from: Micros, given: Again | null): Due | null {
  const checked = given && state.env.checks.command(given.command);
  return given && checked?.ok
    ? { every: given.every, command: checked.value, at: from - (from % given.every) + given.every }
    : null;
}

async function playLoop<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  playing: Playing,
): Promise<void> {
  const { env } = state;
  let looked = env.now();
  while (state.playing === playing) {
    const started = env.now();
    if (started < playing.heldUntil) {
      resetPace(playing.pace, run.place.at, started);
      looked = started;
      // oxlint-disable-next-line no-await-in-loop
      await env.wait(TICK_MS);
      continue;
    }
    try {
      forgiveGap(playing.pace, looked, started);
      if (playing.by === 'step') await playStep(state, run, playing);
      else playTick(state, run, playing, started);
    } catch (error) {
      // No caller awaits the loop, so an exception must become a notice.
      state.playing = null;
      notify(state, 'invariant', sentenceOf(error));
    }
    looked = started;
    state.stream.publish();
    const period = playing.by === 'step' ? STEP_MS : TICK_MS;
    if (state.playing !== playing) return;
    if (run.track.stepInProgress === null) await env.wait(Math.max(0, period - (env.now() - started)));
    else await env.turn();
  }
}

/** Plays to the next step of the kind at which this engine stops (`playBy`). Breakpoints on the way stop it earlier. */
async function playStep<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  playing: Playing,
): Promise<void> {
  // A side run may have left a long step unfinished.
  await settle(state);
  const { at, step } = run.place;
  const { tree, branch } = run.track;
  const kind = state.engine.playBy?.(run.track.sim) ?? 'decision';
  const end =
    kind === 'second' ? (Math.floor(at / MICROS_PER_SECOND) + 1) * MICROS_PER_SECOND : at + STEP_LIMIT;
  const stop = stopBetween(run, at, end);
  const found = (): boolean => {
    if (kind === 'second') return false;
    const next = nextOfKind(tree, branch, kind, step);
    // Playing does not stop at a step of the instant `pauseAt`: all steps of that instant are executed first.
    return next !== null && next <= run.track.step && cursorAt(tree, branch, next).at !== stop;
  };
  const here = (): boolean => state.playing === playing && state.travel === null && hasArrived(run);
  while (here()) {
    const outcome = advanceTo(state, run, stop ?? end, found);
    moved(state, 'forward');
    if (outcome === 'late') {
      // oxlint-disable-next-line no-await-in-loop
      await state.env.turn();
      continue;
    }
    const over = placeIsHead(run.place) && trackNext(run.track) === null;
    if (outcome === 'end' || over || run.place.at === stop) state.playing = null;
    return;
  }
}

function playTick<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  playing: Playing,
  wallMs: RealMillis,
): void {
  const { pace } = playing;
  const from = run.place.at;
  const away = state.travel !== null || !hasArrived(run);
  // The user moved the cursor while playing: the clock continues from the new place.
  if (away || from !== pace.shown) resetPace(pace, from, wallMs);
  if (away) return;
  const target = Math.max(from, paceTarget(pace, wallMs));
  const stop = stopBetween(run, from, target);
  const held = (): boolean =>
    pace.speed <= FILM_SPEED_MAX && preempts(run.track) && placeHere(run).at !== stop;
  const before = run.track.step;
  const outcome = advanceTo(state, run, stop ?? target, held);
  if (outcome === 'late') resetPace(pace, run.place.at, state.env.now());
  pace.shown = run.place.at;
  if (outcome === 'end' || (outcome === 'reached' && run.place.at === stop)) state.playing = null;
  else if (run.track.step !== before && held()) playing.heldUntil = wallMs + GRACE_MS;
  moved(state, 'forward');
}

/** True when a job preempted another in the last step. */
function preempts<Sim, Key>({ step, selection, selectionStep }: Track<Sim, Key>): boolean {
  return (
    selectionStep === step && selection?.rule === 'selection' && selection.preemption?.outcome === 'preempted'
  );
}

/** Returns the scenario's `pauseAt` if the clock passes it now. If playing starts at `pauseAt`, it continues. */
function stopBetween<Sim, Key>(run: OpenRun<Sim, Key>, from: Micros, target: Micros): Micros | null {
  const { pauseAt } = run.scenario.view;
  return pauseAt !== undefined && from < pauseAt && pauseAt <= target ? pauseAt : null;
}

/** True if the last step hits a breakpoint. The report then names the breakpoint. */
function stopsHere<Sim, Key>(state: SessionState<Sim, Key>, run: OpenRun<Sim, Key>): boolean {
  if (state.stops.length === 0) return false;
  const scope = { track: run.track, transport: state.stream.view().transport };
  for (const index of hitTests(scope, state.stops)) {
    const test = state.stops[index];
    if (test === undefined || ++test.hits % test.hit !== 0) continue;
    state.search = { ...NO_SEARCH, why: 'found', test: index, hits: 1, at: run.place.at };
    return true;
  }
  return false;
}

/** Executes all steps up to an instant, or until `found` is true, or as many as one slice allows ("late"). */
function advanceTo<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  target: Micros,
  found: () => boolean = () => false,
): 'reached' | 'late' | 'end' {
  const { env } = state;
  const { track } = run;
  const end = env.now() + (env.sliceMs ?? SLICE_MS);
  const more = (): boolean => env.now() < end;
  for (;;) {
    const own = track.stepInProgress === null ? trackNext(track) : target;
    const again = againDue(state, run, own);
    const next = again?.at ?? own;
    if (next === null) break;
    if (next > target) {
      run.place = placeHere(run, target);
      return 'reached';
    }
    const advance = again && !track.full ? doAgain(state, track, again, more) : trackAdvance(track, more);
    if (isEnd(state, run, advance)) break;
    if (advance.kind === 'part') {
      // The clock stops at the step before a long step until that step is complete. A long step of a side run is at another
      // place of the run and does not move the cursor.
      if (track.stepInProgress?.home === undefined) run.place = placeHere(run, run.place.at);
      return 'late';
    }
    const outcome = stopsHere(state, run) ? 'end' : found() ? 'reached' : more() ? null : 'late';
    if (outcome === null) continue;
    run.place = placeHere(run);
    return outcome;
  }
  // If no step follows, time stops at the last step.
  run.place = { ...placeHere(run), at: cursorAt(track.tree, track.branch, track.step).at };
  return 'end';
}

/** Returns the repeated command if it comes before the next step of the run; null on known steps. */
function againDue<Sim, Key>(
  { playing }: SessionState<Sim, Key>,
  { track }: OpenRun<Sim, Key>,
  next: Micros | null,
): Due | null {
  const isHead = track.stepInProgress === null && track.step === headOf(track.branch).step;
  const again = playing?.again ?? null;
  return again && isHead && (next === null || next > again.at) ? again : null;
}

/** Gives the repeated command like any other command. If it is refused, it is not repeated. */
function doAgain<Sim, Key>(
  state: SessionState<Sim, Key>,
  track: Track<Sim, Key>,
  again: Due,
  more: () => boolean,
): Advance {
  const given = trackCommand(track, again.command, again.at, more);
  again.at += again.every;
  if (given.ok) return { kind: track.stepInProgress === null ? 'stepped' : 'part' };
  if (state.playing !== null) state.playing.again = null;
  return {
    kind: 'refused',
    text: `The command is no longer repeated: it takes ${given.errors[0]?.accepted}.`,
  };
}
