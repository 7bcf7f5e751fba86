import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import { runCost } from '../client/cost-client.ts';
import { COST_PENDINGS, type CostPoint } from '../protocol/timer-cost.ts';
import { useRuntime } from './hooks.ts';
import type { IdleTracker } from './idle.ts';
import type { Runtime } from './runtime.ts';

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

/** The measurement of one page; the page is not idle while it runs. `run` is replaced in tests. */
export function createCost(idle: IdleTracker, run = runCost): Cost {
  const store = createStore<CostState>(() => ({
    running: false,
    share: 0,
    points: [],
    wheel: { tick: 1, size: 20 },
    fault: '',
  }));
  let stop: () => void = () => {};
  return {
    store,
    start(wheel) {
      stop();
      const end = idle.begin();
      store.setState({ running: true, share: 0, points: [], wheel, fault: '' });
      const finish = (fault = ''): void => {
        stop = () => {};
        store.setState({ running: false, fault });
        idle.frameIngested();
        end();
      };
      const cancel = run({ pendings: COST_PENDINGS, repeats: REPEATS, ...wheel }, (message) => {
        if (message.kind === 'progress') store.setState({ share: message.share });
        else if (message.kind === 'point')
          store.setState(({ points }) => ({ points: [...points, message.point] }));
        else finish(message.kind === 'failed' ? message.reason : '');
      });
      stop = () => {
        cancel();
        finish();
      };
    },
    cancel: () => stop(),
  };
}

const COSTS = new WeakMap<Runtime, Cost>();

/** The measurement that belongs to a page's runtime: what to do, and how it stands. */
export function useCost(): CostState & Pick<Cost, 'start' | 'cancel'> {
  const runtime = useRuntime();
  let cost = COSTS.get(runtime);
  if (cost === undefined) COSTS.set(runtime, (cost = createCost(runtime.idle)));
  const { start, cancel } = cost;
  return { ...useStore(cost.store), start, cancel };
}
