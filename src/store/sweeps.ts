import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { runExperiments } from '../client/experiment-pool.ts';
import type { ExperimentMessage, SweepFigures } from '../protocol/experiments.ts';
import type { MailScenario } from '../protocol/scenario.ts';
import { useRuntime } from './hooks.ts';
import type { IdleTracker } from './idle.ts';
import type { Runtime } from './runtime.ts';

/** A sweep: every run of every point, how far it is, and what came of it. */
export interface SweepState {
  running: boolean;
  total: number;
  ended: number;
  /** Milliseconds since it began; of the whole sweep when it is over. */
  took: number;
  /** By point. A new object when there is news, a few times a second; lists of points without news stay. */
  figures: ReadonlyMap<string, readonly SweepFigures[]>;
  fault: string;
}

export interface Sweeps {
  readonly store: StoreApi<SweepState>;
  /** Runs each point with each seed, instead of the sweep that was under way. */
  start(points: readonly { key: string; scenario: MailScenario }[], seeds: number): void;
  /** Shows figures that were computed elsewhere, instead of the sweep that was under way. */
  load(figures: ReadonlyMap<string, readonly SweepFigures[]>): void;
  /** Ends it; what is finished stays. */
  cancel(): void;
}

/** News are shown this often: a thousand short runs would otherwise be a thousand pictures, drawn instead of runs. */
const SHOW_MS = 400;

/** Sweeps of one page; it is not idle while one runs. `run` and `now` are replaced in tests. */
export function createSweeps(
  idle: IdleTracker,
  run = runExperiments,
  now: () => number = () => performance.now(),
): Sweeps {
  const store = createStore<SweepState>(() => ({
    running: false,
    total: 0,
    ended: 0,
    took: 0,
    figures: new Map(),
    fault: '',
  }));
  let stop: () => void = () => {};
  return {
    store,
    start(points, seeds) {
      stop();
      const found = new Map<string, readonly SweepFigures[]>(points.map(({ key }) => [key, []]));
      const began = now();
      let ended = 0;
      let shown = began;
      let fault = '';
      const show = (running: boolean): void => {
        shown = now();
        store.setState({ running, ended, took: shown - began, figures: new Map(found), fault });
      };
      const end = idle.begin();
      const finish = (): void => {
        stop = () => {};
        show(false);
        idle.frameIngested();
        end();
      };
      const heard = (message: ExperimentMessage): void => {
        if (message.kind === 'progress') return;
        ended++;
        const point = message.key.slice(0, message.key.lastIndexOf('#'));
        if (message.kind === 'swept') found.set(point, [...(found.get(point) ?? []), message.figures]);
        else if (message.kind === 'failed') fault = message.reason;
        if (now() - shown >= SHOW_MS) show(true);
      };
      // Seed by seed, so that every point has something soon.
      const jobs = Array.from({ length: seeds }, (_, i) =>
        points.map(({ key, scenario }) => ({
          key: `${key}#${i}`,
          scenario: { ...scenario, seed: (scenario.seed + i) >>> 0 },
          measure: 'sweep' as const,
        })),
      ).flat();
      store.setState({ total: jobs.length });
      show(true);
      const cancel = run(jobs, heard, finish);
      stop = () => {
        cancel();
        finish();
      };
    },
    load(figures) {
      stop();
      const total = [...figures.values()].reduce((sum, { length }) => sum + length, 0);
      store.setState({ running: false, total, ended: total, took: 0, figures, fault: '' });
    },
    cancel: () => stop(),
  };
}

const SWEEPS = new WeakMap<Runtime, Sweeps>();

/** The page's sweeps: what to do, and how they stand. They stay when the reader goes elsewhere. */
export function useSweeps(): SweepState & Pick<Sweeps, 'start' | 'load' | 'cancel'> {
  const runtime = useRuntime();
  let sweeps = SWEEPS.get(runtime);
  if (sweeps === undefined) SWEEPS.set(runtime, (sweeps = createSweeps(runtime.idle)));
  const { start, load, cancel } = sweeps;
  return { ...useStore(sweeps.store), start, load, cancel };
}
