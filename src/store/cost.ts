import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import type { Jobs } from '../client/jobs.ts';
import { COST_PENDINGS, type CostPoint } from '../protocol/timer-cost.ts';
import type { IdleTracker } from './idle.ts';
import { createBatch, deskHook, pageJobs } from './jobs.ts';

/** What was measured of the cost of a timer on this machine. Points stay when the reader goes elsewhere, or cancels. */
export interface CostState {
  running: boolean;
  /** From 0 to 1. */
  share: number;
  points: readonly CostPoint[];
  /** Measures of the wheel that the points belong to. */
  wheel: { tick: number; size: number };
  /** Why it ended early, or "". */
  fault: string;
}

export interface Cost {
  readonly store: StoreApi<CostState>;
  /** Measures a wheel with ticks of so many milliseconds and so many buckets a ring, and a heap. */
  start(wheel: CostState['wheel']): void;
  cancel(): void;
}

const REPEATS = 5;

/** The measurement of one page; the page is not idle while it runs. */
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

/** The measurement that belongs to a page: what to do, and how it stands. */
export function useCost(): CostState & Pick<Cost, 'start' | 'cancel'> {
  const { store, start, cancel } = useDesk();
  return { ...useStore(store), start, cancel };
}
