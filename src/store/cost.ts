import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import type { Jobs } from '../client/jobs.ts';
import { COST_PENDINGS, type CostPoint } from '../protocol/timer-cost.ts';
import type { IdleTracker } from './idle.ts';
import { createBatch, deskHook, pageJobs } from './jobs.ts';

/** The measured cost of a timer on this machine. Measured points stay when the reader leaves the page or cancels. */
export interface CostState {
  running: boolean;
  share: number;
  points: readonly CostPoint[];
  /** The wheel that was measured: tick in milliseconds, buckets per ring. */
  wheel: { tick: number; size: number };
  /** Why the measurement failed, or "". */
  fault: string;
}

export interface Cost {
  readonly store: StoreApi<CostState>;
  /** Starts to measure the timers of this wheel, and of a heap for comparison. */
  start(wheel: CostState['wheel']): void;
  cancel(): void;
}

const REPEATS = 5;

/** Creates the measurement of one page. The page is not idle while the measurement runs. */
export function createCost(idle: IdleTracker, jobs: Pick<Jobs, 'run'> = pageJobs()): Cost {
  const store = createStore<CostState>(() => ({
    running: false,
    share: 0,
    points: [],
    wheel: { tick: 1, size: 20 },
    fault: '',
  }));
  const batch = createBatch(idle, jobs);
  return {
    store,
    start(wheel) {
      batch.cancel();
      store.setState({ running: true, share: 0, points: [], wheel, fault: '' });
      batch.start('timer-cost', [{ pendings: COST_PENDINGS, repeats: REPEATS, ...wheel }], {
        said: (_, said) =>
          store.setState(({ points }) =>
            'point' in said ? { points: [...points, said.point] } : { share: said.share },
          ),
        ended(_, outcome) {
          if (!outcome.ok) store.setState({ fault: outcome.reason });
        },
        over: () => store.setState({ running: false }),
      });
    },
    cancel: batch.cancel,
  };
}

const useDesk = deskHook((idle) => createCost(idle));

export function useCost(): CostState & Pick<Cost, 'start' | 'cancel'> {
  const { store, start, cancel } = useDesk();
  return { ...useStore(store), start, cancel };
}
