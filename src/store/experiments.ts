import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import type { Jobs } from '../client/jobs.ts';
import type { FirstPassFigures } from '../protocol/experiments.ts';
import type { JobOutcome } from '../protocol/jobs.ts';
import type { MailScenario } from '../protocol/scenario.ts';
import type { IdleTracker } from './idle.ts';
import { createBatch, deskHook, pageJobs } from './jobs.ts';

/** A run whose figures are wanted, under a name of the asker's. */
export interface ExperimentRun {
  key: string;
  scenario: MailScenario;
}

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
  /** Does the runs whose figures are not known, instead of those under way. */
  start(runs: readonly ExperimentRun[]): void;
  /** Ends the runs under way; what is finished stays. */
  cancel(): void;
}

/** Experiments of one page; the page is not idle while they run. */
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

/** The page's experiments: what to do, and how they stand. */
export function useExperiments(): ExperimentState & Pick<Experiments, 'start' | 'cancel'> {
  const { store, start, cancel } = useDesk();
  return { ...useStore(store), start, cancel };
}
