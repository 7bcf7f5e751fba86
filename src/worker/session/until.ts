import type { StepNumber } from '../../protocol/ids.ts';
import type { SearchReport, StopTest } from '../../protocol/debug.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { cursorAt, headOf } from '../track/branches.ts';
import { keyframeBefore } from '../track/keyframes.ts';
import {
  moved,
  NO_SEARCH,
  type OpenRun,
  type Place,
  placeAt,
  placeHere,
  type SessionState,
  SLICE_MS,
  type Travel,
} from './session-state.ts';
import { armTests, type CompiledTest, compileTests, hitTests, type TestScope } from './stop-tests.ts';
import { type Advance, trackAdvance, trackAim, trackNext } from '../track/track.ts';
import { interrupt, isEnd, travelTo } from './travel.ts';

/** Simulated microseconds beyond the head after which a search gives up: one hour. */
const LIMIT = 3_600 * MICROS_PER_SECOND;
/** Milliseconds between two progress frames of a search. */
const PROGRESS_MS = 250;

interface Search<Sim, Key> {
  readonly state: SessionState<Sim, Key>;
  readonly run: OpenRun<Sim, Key>;
  readonly tests: CompiledTest[];
  readonly scope: TestScope<Sim, Key>;
  readonly mine: Extract<Travel, { kind: 'searching' }>;
}

/**
 * Runs until a test hits, forward or backward. Forward checks after every step, known or new. Backward takes the stretches
 * between keyframes, latest first, runs each of them forward and keeps its last hit, so no step has to be undone.
 * `searchReport` gives the progress.
 */
export async function travelUntil<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  direction: 1 | -1,
  given: readonly StopTest[],
): Promise<void> {
  interrupt(state);
  // An earlier seek may still be catching up; the search starts at the cursor.
  await travelTo(state, run, run.place);
  const tests = compileTests(given, state.env.checks);
  const transport = state.stream.view().transport;
  const mine: Search<Sim, Key>['mine'] = {
    kind: 'searching',
    report: { ...NO_SEARCH, running: true, at: run.place.at },
  };
  state.travel = mine;
  const search = { state, run, tests, scope: { track: run.track, transport }, mine };
  moved(state, direction === 1 ? 'forward' : 'back');
  await (direction === 1 ? forward(search) : backward(search));
}

function end<Sim, Key>(
  { state, mine }: Search<Sim, Key>,
  why: SearchReport['why'],
  at: Micros,
  test = -1,
): void {
  state.travel = null;
  state.search = { ...mine.report, running: false, why, at, test };
}

/** Yields, then returns true when another request has replaced the search. */
async function lost<Sim, Key>({ state, run, mine }: Search<Sim, Key>): Promise<boolean> {
  await state.env.turn();
  return mine !== state.travel || run !== state.run;
}

async function forward<Sim, Key>(search: Search<Sim, Key>): Promise<void> {
  const { state, run, tests, scope } = search;
  const { track } = run;
  const last = Math.max(run.place.at, headOf(run.place.branch).at) + LIMIT;
  armTests(scope, tests);
  let shown = state.env.now();
  for (;;) {
    const sliceEnd = state.env.now() + (state.env.sliceMs ?? SLICE_MS);
    const more = (): boolean => state.env.now() < sliceEnd;
    do {
      const over = track.stepInProgress === null && (trackNext(track) ?? 0) > last;
      const advance: Advance = over ? { kind: 'idle' } : trackAdvance(track, more);
      if (advance.kind === 'part') break;
      if (isEnd(state, run, advance)) {
        run.place = placeHere(run);
        end(search, over ? 'limit' : 'end', run.place.at);
        return;
      }
      const stop = count(search, hitTests(scope, tests));
      if (stop < 0) continue;
      run.place = placeHere(run);
      end(search, 'found', run.place.at, stop);
      return;
    } while (more());
    run.place = placeHere(run);
    search.mine.report.at = run.place.at;
    if (state.env.now() - shown >= PROGRESS_MS) {
      shown = state.env.now();
      state.stream.publish();
    }
    if (await lost(search)) return;
  }
}

/** Counts the hits of a step. Returns the index of the test that stops the search at this step, or −1. */
function count<Sim, Key>({ mine, tests }: Search<Sim, Key>, hit: readonly number[]): number {
  if (hit.length === 0) return -1;
  mine.report.hits += hit.length;
  for (const index of hit) {
    const test = tests[index];
    if (test !== undefined && ++test.hits >= test.hit) return index;
  }
  return -1;
}

async function backward<Sim, Key>(search: Search<Sim, Key>): Promise<void> {
  const { state, run } = search;
  const origin = run.place;
  // The search looks for a step before the step at the cursor.
  for (let to = origin.step - 1; to > 0; ) {
    const from = keyframeBefore(run.track.keyframes, run.track.tree, origin.branch, to - 1).step;
    const hits = await goThrough(search, origin, from, to);
    if (hits === null) return;
    for (const { step, tests } of hits.toReversed()) {
      const stop = count(search, tests);
      if (stop < 0) continue;
      const place = placeAt(run, origin.branch, step);
      end(search, 'found', place.at, stop);
      await travelTo(state, run, place);
      return;
    }
    to = from;
  }
  end(search, 'end', origin.at);
  await travelTo(state, run, origin);
}

interface StepHits {
  step: StepNumber;
  tests: number[];
}

/** Returns the hits of the steps `from + 1` to `to`; null if the search was cancelled. */
async function goThrough<Sim, Key>(
  search: Search<Sim, Key>,
  origin: Place,
  from: StepNumber,
  to: StepNumber,
): Promise<StepHits[] | null> {
  const { state, run, tests, scope } = search;
  const { track } = run;
  trackAim(track, origin.branch, from);
  const found: StepHits[] = [];
  let armed = false;
  search.mine.report.at = cursorAt(track.tree, origin.branch, to).at;
  for (;;) {
    const sliceEnd = state.env.now() + (state.env.sliceMs ?? SLICE_MS);
    const more = (): boolean => state.env.now() < sliceEnd;
    do {
      if (track.stepInProgress === null && track.step >= from && !armed) {
        armTests(scope, tests);
        armed = true;
      }
      if (track.stepInProgress === null && track.step >= to) return found;
      const { kind } = trackAdvance(track, more);
      if (kind === 'part') break;
      if (kind !== 'stepped') return found;
      if (track.step <= from) continue;
      const hit = hitTests(scope, tests);
      if (hit.length > 0) found.push({ step: track.step, tests: hit });
    } while (more());
    if (await lost(search)) return null;
  }
}
