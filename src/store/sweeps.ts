import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Jobs } from '../client/jobs.ts';
import type { SweepFigures } from '../protocol/experiments.ts';
import type { MailScenario } from '../protocol/scenario.ts';
import type { RealMillis } from '../protocol/units.ts';
import type { IdleTracker } from './idle.ts';
import { createBatch, deskHook, pageJobs } from './jobs.ts';

export interface SweepState {
  running: boolean;
  total: number;
  ended: number;
  /** Time since the start of the sweep; its total duration once the sweep is over. */
  took: RealMillis;
  /** Figures by point. The map is replaced a few times a second; a point without new figures keeps its list. */
  figures: ReadonlyMap<string, readonly SweepFigures[]>;
  fault: string;
}

export interface Sweeps {
  readonly store: StoreApi<SweepState>;
  /** Runs each point with each seed. Replaces the current sweep. */
  start(points: readonly { key: string; scenario: MailScenario }[], seeds: number): void;
  /** Shows figures that were computed elsewhere. Replaces the current sweep. */
  load(figures: ReadonlyMap<string, readonly SweepFigures[]>): void;
  /** Stops the sweep; its figures stay. */
  cancel(): void;
}

/** Milliseconds between updates of the page. An update after each of a thousand short runs would slow the runs down. */
const SHOW_MS = 400;

/** Creates the sweeps of one page. The page is not idle while a sweep runs. Tests replace `now`. */
export function createSweeps(
  idle: IdleTracker,
  jobs: Pick<Jobs, 'run'> = pageJobs(),
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
  const batch = createBatch(idle, jobs);
  return {
    store,
    start(points, seeds) {
      batch.cancel();
      const found = new Map<string, readonly SweepFigures[]>(points.map(({ key }) => [key, []]));
      const began = now();
      let ended = 0;
      let shown = began;
      let fault = '';
      const show = (running: boolean): void => {
        shown = now();
        store.setState({ running, ended, took: shown - began, figures: new Map(found), fault });
      };
      // All points run with the first seed, then all with the next one, so that every point soon has a figure.
      const runs = Array.from({ length: seeds }, (_, i) =>
        points.map(({ key, scenario }) => ({
          key,
          scenario: { ...scenario, seed: (scenario.seed + i) >>> 0 },
        })),
      ).flat();
      store.setState({ total: runs.length });
      show(true);
      const scenarios = runs.map(({ scenario }) => scenario);
      batch.start('sweep-run', scenarios, {
        ended(place, outcome) {
          ended++;
          const point = runs[place]?.key ?? '';
          if (outcome.ok) found.set(point, [...(found.get(point) ?? []), outcome.value]);
          else fault = outcome.reason;
          if (now() - shown >= SHOW_MS) show(true);
        },
        over: () => show(false),
      });
    },
    load(figures) {
      batch.cancel();
      const total = [...figures.values()].reduce((sum, { length }) => sum + length, 0);
      store.setState({ running: false, total, ended: total, took: 0, figures, fault: '' });
    },
    cancel: batch.cancel,
  };
}

const useDesk = deskHook((idle) => createSweeps(idle));

/** Hook: the state and the actions of the page's sweep. Figures stay when the reader leaves the page. */
export function useSweeps(): SweepState & Pick<Sweeps, 'start' | 'load' | 'cancel'> {
  const { store, start, load, cancel } = useDesk();
  return { ...useStore(store), start, load, cancel };
}
