import {
  POLICY_ORDER,
  type PolicyFigures,
  type PolicyKind,
  type SweepJob,
  type SweepPoint,
} from '../../protocol/policies.ts';
import { meanWait, type PolicySettings, withMeanWait, workloadFile } from '../../scenario/policy-settings.ts';
import { csvLine } from '../../explain/csv.ts';

export type SweepAxis = 'workers' | 'cv' | 'wait';
export type SweepFigure = 'throughput' | 'p99' | 'useful';

const WORKERS = [1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];
const LIMITS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64];
/** Mean waits of a request in a sweep, in microseconds. */
const WAITS = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800];
const VALUES: Readonly<Record<SweepAxis, readonly number[]>> = { workers: WORKERS, cv: LIMITS, wait: WAITS };

/** The settings with another value on the axis of a sweep. */
export function atPoint(settings: PolicySettings, axis: SweepAxis, x: number): PolicySettings {
  return axis === 'wait' ? withMeanWait(settings, x) : { ...settings, [axis]: x };
}

/** The value that the settings have on the axis of a sweep. */
export function placeOn(settings: PolicySettings, axis: SweepAxis): number {
  return axis === 'wait' ? meanWait(settings) : settings[axis];
}

/** Number of runs at a point, which differ only in their seed. */
export const SEEDS = 3;
const REQUESTS_MAX = 2_000;

/** The runs of a sweep. A policy on which the axis has no effect runs once, as a level to compare with. */
export function sweepJobs(settings: PolicySettings, axis: SweepAxis): SweepJob[] {
  const values = VALUES[axis];
  const jobs: SweepJob[] = [];
  for (const [policy, kind] of POLICY_ORDER.entries()) {
    const moves = axis === 'wait' || kind === 'cmgroup' || (kind === 'plain' && axis === 'workers');
    for (const x of moves ? values : [levelAt(settings, kind, axis)]) {
      for (let i = 0; i < SEEDS; i++) {
        const seed = (settings.seed + i) % 4_294_967_296;
        const count = Math.min(settings.count, REQUESTS_MAX);
        const workload = workloadFile({ ...(moves ? atPoint(settings, axis, x) : settings), seed, count });
        jobs.push({ x, kind, seed, policy, workload });
      }
    }
  }
  return jobs;
}

function levelAt(settings: PolicySettings, kind: PolicyKind, axis: SweepAxis): number {
  return axis === 'workers' && kind === 'fixed' ? settings.cpus : 0;
}

export interface SweepMark {
  x: number;
  low: number;
  mean: number;
  high: number;
  seeds: number;
}

/** Mean, lowest and highest of the seeds at each x. */
export function sweepMarks(
  points: readonly SweepPoint[],
  kind: PolicyKind,
  figure: SweepFigure,
): SweepMark[] {
  const byX = new Map<number, number[]>();
  for (const point of points) {
    if (point.kind !== kind) continue;
    const values = byX.get(point.x) ?? [];
    values.push(point.figures[figure]);
    byX.set(point.x, values);
  }
  return [...byX]
    .map(([x, values]) => ({
      x,
      low: Math.min(...values),
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      high: Math.max(...values),
      seeds: values.length,
    }))
    .toSorted((a, b) => a.x - b.x);
}

const CSV_FIGURES: readonly Exclude<keyof PolicyFigures, 'classes'>[] = [
  'completed',
  'makespan',
  'throughput',
  'mean',
  'p99',
  'meanRunnable',
  'maxRunnable',
  'maxOvershoot',
  'overshootShare',
  'voluntary',
  'involuntary',
  'dispatches',
  'switchTime',
  'contentionTime',
  'useful',
  'busy',
  'meanPending',
  'maxPending',
  'spurious',
];

/** CSV with one line a run: axis, policy, seed, every figure. */
export function policySweepCsv(points: readonly SweepPoint[], axis: SweepAxis): string {
  const sorted = points.toSorted(
    (a, b) => POLICY_ORDER.indexOf(a.kind) - POLICY_ORDER.indexOf(b.kind) || a.x - b.x || a.seed - b.seed,
  );
  const lines = sorted.map(({ x, kind, seed, figures }) => [
    x,
    kind,
    seed,
    ...CSV_FIGURES.map((name) => figures[name] ?? ''),
  ]);
  return [[axis, 'policy', 'seed', ...CSV_FIGURES], ...lines].map(csvLine).join('');
}
