import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import { runExperiments } from '../client/experiment-pool.ts';
import type { ExperimentJob, ExperimentMessage, FirstPassFigures } from '../protocol/experiments.ts';
import { useRuntime } from './hooks.ts';
import type { IdleTracker } from './idle.ts';
import type { Runtime } from './runtime.ts';

/** Runs that were asked for, and what came of them. Figures stay when the reader goes elsewhere: runs do not change. */
export interface ExperimentState {
  running: boolean;
  /** Jobs of the present batch: asked for, and ended. */
  total: number;
  ended: number;
  /** How far the runs under way are, by key, from 0 to 1. */
  shares: Readonly<Record<string, number>>;
  figures: Readonly<Record<string, FirstPassFigures>>;
  /** Why a run failed, or "". */
  fault: string;
}

export interface Experiments {
  readonly store: StoreApi<ExperimentState>;
  /** Runs the jobs whose figures are not known, instead of those under way. */
  start(jobs: readonly ExperimentJob[]): void;
  /** Ends the runs under way; what is finished stays. */
  cancel(): void;
}

/** Experiments of one page; the page is not idle while they run. `run` is replaced in tests. */
export function createExperiments(idle: IdleTracker, run = runExperiments): Experiments {
  const store = createStore<ExperimentState>(() => ({
    running: false,
    total: 0,
    ended: 0,
    shares: {},
    figures: {},
    fault: '',
  }));
  let stop: () => void = () => {};
  const heard = (message: ExperimentMessage): void => {
    store.setState((state) => afterMessage(state, message));
  };
  return {
    store,
    start(jobs) {
      stop();
      const { figures } = store.getState();
      const wanted = jobs.filter(({ key }) => figures[key] === undefined);
      if (wanted.length === 0) return;
      const end = idle.begin();
      store.setState({ running: true, total: wanted.length, ended: 0, shares: {}, fault: '' });
      const finish = (): void => {
        stop = () => {};
        store.setState({ running: false, shares: {} });
        // Also on a page on which no run was opened, and which therefore never had a frame to paint.
        idle.frameIngested();
        end();
      };
      const cancel = run(wanted, heard, finish);
      stop = () => {
        cancel();
        finish();
      };
    },
    cancel: () => stop(),
  };
}

function afterMessage(state: ExperimentState, message: ExperimentMessage): Partial<ExperimentState> {
  const { key } = message;
  if (message.kind === 'progress') return { shares: { ...state.shares, [key]: message.share } };
  const { [key]: _, ...shares } = state.shares;
  const ended = state.ended + 1;
  // Another page's measure.
  if (message.kind === 'swept') return { shares, ended };
  if (message.kind === 'failed') return { shares, ended, fault: message.reason };
  return { shares, ended, figures: { ...state.figures, [key]: message.figures } };
}

const EXPERIMENTS = new WeakMap<Runtime, Experiments>();

/** The experiments that belong to a page's runtime, made when first asked for. */
function experimentsOf(runtime: Runtime): Experiments {
  let experiments = EXPERIMENTS.get(runtime);
  if (experiments === undefined) EXPERIMENTS.set(runtime, (experiments = createExperiments(runtime.idle)));
  return experiments;
}

/** The page's experiments: what to do, and how they stand. */
export function useExperiments(): ExperimentState & Pick<Experiments, 'start' | 'cancel'> {
  const { store, start, cancel } = experimentsOf(useRuntime());
  const state = useStore(store);
  return { ...state, start, cancel };
}
