import type { StepNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import type { ScanReport, ScanRequest } from '../../protocol/debug.ts';
import { branchById, cursorAt, headOf } from '../track/branches.ts';
import type { OpenRun, SessionState } from '../session/session-state.ts';
import { armTests, compileTests, hitTests } from '../session/stop-tests.ts';
import { createTrackParts, type Track, trackAdvance, trackAim } from '../track/track.ts';

/** Largest number of hits that are listed. All hits are counted. */
const HITS_MAX = 500;
/** Largest number of instants at which watches are sampled. The value of some expressions takes a walk of the job list. */
const SAMPLES_MAX = 2_000;
const COLUMNS_MAX = 500;
/** Milliseconds of one slice of a scan: half of a slice of the session's own work, so that a scan delays the user little. */
const SLICE_MS = 4;
/** Milliseconds that a scan waits while the session plays, seeks or searches. */
const WAIT_MS = 60;

/** A scan goes through the run only once and needs no keyframes. */
const NO_KEYFRAMES = {
  stepsMin: Number.POSITIVE_INFINITY,
  stepsMax: Number.POSITIVE_INFINITY,
  costMs: 1,
  count: 2,
  bytes: Number.POSITIVE_INFINITY,
};

/**
 * Goes through the known run with a second simulation, so that the user's simulation does not move. Returns histories of the
 * watches and all hits of every test; null if a newer scan has begun.
 */
export async function scanRun<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  request: ScanRequest,
): Promise<ScanReport | null> {
  const mine = ++state.scans;
  const { branch } = run.place;
  const head = headOf(branch);
  const columns = Math.min(COLUMNS_MAX, Math.max(1, Math.trunc(request.columns) || 1));
  const scout = await createScout(state, run);
  if (mine !== state.scans || run !== state.run) return null;
  trackAim(scout, branch, head.step);
  const scope = { track: scout, transport: state.stream.view().transport };
  const tests = compileTests(request.tests, state.env.checks);
  const watches = request.watches.map((text) => state.env.checks.expression(text));
  const report: ScanReport = {
    to: head.at,
    watches: watches.map(() => Array.from({ length: columns }, () => null)),
    hits: tests.map(() => ({ total: 0, steps: [], at: [] })),
  };
  const every = Math.max(1, Math.ceil(head.step / SAMPLES_MAX));
  const sample = (): void => {
    const { at } = cursorAt(scout.tree, branch, scout.step);
    const column = Math.min(columns - 1, Math.floor((at / Math.max(1, head.at)) * columns));
    watches.forEach((watch, i) => {
      if (!watch.ok) return;
      const value = state.engine.evaluate?.(scout.sim, watch.expression, scope.transport) ?? Number.NaN;
      const row = report.watches[i];
      if (row === undefined || !Number.isFinite(value)) return;
      const before = row[column];
      row[column] = before ? [Math.min(before[0], value), Math.max(before[1], value)] : [value, value];
    });
  };
  armTests(scope, tests);
  sample();
  while (scout.step < head.step) {
    const sliceEnd = state.env.now() + SLICE_MS;
    const more = (): boolean => state.env.now() < sliceEnd;
    do {
      if (scout.step >= head.step) return report;
      const { kind } = trackAdvance(scout, more);
      if (kind === 'part') break;
      if (kind !== 'stepped') return report;
      for (const index of hitTests(scope, tests))
        note(report, index, scout.step, cursorAt(scout.tree, branch, scout.step).at);
      if (scout.step % every === 0 || scout.step === head.step) sample();
    } while (more());
    await state.env.turn();
    const busy = (): boolean => state.playing !== null || state.travel !== null;
    while (mine === state.scans && busy()) await state.env.wait(WAIT_MS);
    if (mine !== state.scans || run !== state.run) return null;
  }
  return report;
}

function note(report: ScanReport, index: number, step: StepNumber, at: Micros): void {
  const hits = report.hits[index];
  if (hits === undefined) return;
  hits.total++;
  if (hits.steps.length >= HITS_MAX) return;
  hits.steps.push(step);
  hits.at.push(at);
}

async function createScout<Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
): Promise<Track<Sim, Key>> {
  const { tree } = run.track;
  const parts = createTrackParts(state.engine, run.scenario, [], () => 0, NO_KEYFRAMES);
  for (let sliceEnd = state.env.now() + SLICE_MS; ; ) {
    const part = parts.next();
    if (part.done === true) return { ...part.value, tree, branch: branchById(tree, 1) };
    if (state.env.now() < sliceEnd) continue;
    // oxlint-disable-next-line no-await-in-loop
    await state.env.turn();
    sliceEnd = state.env.now() + SLICE_MS;
  }
}
