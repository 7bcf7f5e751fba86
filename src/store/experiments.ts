import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import type { Jobs } from '../client/jobs.ts';
import type { FirstPassFigures } from '../protocol/experiments.ts';
import type { JobOutcome } from '../protocol/jobs.ts';
import type { MailScenario } from '../protocol/scenario.ts';
import type { IdleTracker } from './idle.ts';
import { createBatch, deskHook, pageJobs } from './jobs.ts';

/** A run to measure. `key` is chosen by the caller. */
export interface ExperimentRun {
  key: string;
  scenario: MailScenario;
}

/** Requested runs and their figures. Figures are never discarded, because a run always gives the same figures. */
export interface ExperimentState {
  running: boolean;
  /** Number of runs in the current batch: requested (`total`) and finished. */
  total: number;
  ended: number;
  /** Progress of unfinished runs by key, 0 to 1. */
  shares: Readonly<Record<string, number>>;
  figures: Readonly<Record<string, FirstPassFigures>>;
  /** Why a run failed, or "". */
  fault: string;
}

export interface Experiments {
  readonly store: StoreApi<ExperimentState>;
  /** Starts these runs and drops the unfinished ones of the last call. Skips runs whose figures are known. */
  start(runs: readonly ExperimentRun[]): void;
  /** Stops unfinished runs; figures stay. */
  cancel(): void;
}

/** Creates the experiments of one page. The page is not idle while they run. */
export function createExperiments(idle: IdleTracker, jobs: Pick<Jobs, 'run'> = pageJobs()): Experiments {
  const store = createStore<ExperimentState>(() => ({
    running: false,
    total: 0,
    ended: 0,
    shares: {},
    figures: {},
    fault: '',
  }));
  const batch = createBatch(idle, jobs);
  return {
    store,
    start(runs) {
      batch.cancel();
      const { figures } = store.getState();
      const wanted = runs.filter(({ key }) => figures[key] === undefined);
      if (wanted.length === 0) return;
      store.setState({ running: true, total: wanted.length, ended: 0, shares: {}, fault: '' });
      const keyOf = (place: number): string => wanted[place]?.key ?? '';
      const scenarios = wanted.map(({ scenario }) => scenario);
      batch.start('first-pass', scenarios, {
        said: (place, share) =>
          store.setState(({ shares }) => ({ shares: { ...shares, [keyOf(place)]: share } })),
        ended: (place, outcome) => store.setState((state) => afterRun(state, keyOf(place), outcome)),
        over: () => store.setState({ running: false, shares: {} }),
      });
    },
    cancel: batch.cancel,
  };
}

function afterRun(
  state: ExperimentState,
  key: string,
  outcome: JobOutcome<'first-pass'>,
): Partial<ExperimentState> {
  const { [key]: _, ...shares } = state.shares;
  const ended = state.ended + 1;
  if (!outcome.ok) return { shares, ended, fault: outcome.reason };
  return { shares, ended, figures: { ...state.figures, [key]: outcome.value } };
}

const useDesk = deskHook((idle) => createExperiments(idle));

export function useExperiments(): ExperimentState & Pick<Experiments, 'start' | 'cancel'> {
  const { store, start, cancel } = useDesk();
  return { ...useStore(store), start, cancel };
}
