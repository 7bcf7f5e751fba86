import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import { type PolicyWorker, runSweep, startPolicyWorker } from '../client/policy-client.ts';
import type { PolicyRun, SweepJob, SweepPoint } from '../protocol/policies.ts';
import { type PolicySettings, workloadFile } from '../scenario/policy-settings.ts';
import { useRuntime } from './hooks.ts';
import type { IdleTracker } from './idle.ts';
import type { Runtime } from './runtime.ts';

/** What the laboratory shows: the last comparison, and a sweep. */
export interface PolicyLabState {
  /** A: plain, B: fixed, C: group; null before the first answer. */
  runs: readonly PolicyRun[] | null;
  /** The settings that `runs` belong to. */
  ran: PolicySettings | null;
  busy: boolean;
  fault: string;
  sweep: { running: boolean; total: number; points: readonly SweepPoint[]; fault: string };
}

export interface PolicyLab {
  readonly store: StoreApi<PolicyLabState>;
  /** Runs the three policies; of settings that come while a run is under way, only the last are run. */
  compare(settings: PolicySettings): void;
  startSweep(jobs: readonly SweepJob[]): void;
  /** Ends a sweep; the points that are there stay. */
  cancelSweep(): void;
  clearSweep(): void;
  /** The page was left: workers end. */
  close(): void;
}

const NO_SWEEP: PolicyLabState['sweep'] = { running: false, total: 0, points: [], fault: '' };

/** The laboratory of one page; the page is not idle while something runs. The worker's functions are replaced in tests. */
function createPolicyLab(idle: IdleTracker, start = startPolicyWorker, sweep = runSweep): PolicyLab {
  const store = createStore<PolicyLabState>(() => ({
    runs: null,
    ran: null,
    busy: false,
    fault: '',
    sweep: NO_SWEEP,
  }));
  const runner = createRunner(store, idle, start);
  let stop: () => void = () => {};
  const change = (part: Partial<PolicyLabState['sweep']>): void =>
    store.setState((state) => ({ sweep: { ...state.sweep, ...part } }));
  return {
    store,
    compare: runner.compare,
    startSweep(jobs) {
      stop();
      const end = idle.begin();
      change({ running: true, total: jobs.length, points: [], fault: '' });
      const finish = (fault = ''): void => {
        stop = () => {};
        change({ running: false, fault });
        idle.frameIngested();
        end();
      };
      const cancel = sweep(jobs, {
        point: (point) => change({ points: [...store.getState().sweep.points, point] }),
        fault: finish,
        over: finish,
      });
      stop = () => {
        cancel();
        finish();
      };
    },
    cancelSweep: () => stop(),
    clearSweep() {
      stop();
      store.setState({ sweep: NO_SWEEP });
    },
    close() {
      stop();
      runner.close();
    },
  };
}

/** One worker that runs the last settings that were asked for. */
function createRunner(store: StoreApi<PolicyLabState>, idle: IdleTracker, start: () => PolicyWorker) {
  let worker: PolicyWorker | null = null;
  let wanted: PolicySettings | null = null;
  let end: () => void = () => {};
  const rest = (part: Partial<PolicyLabState>): void => {
    store.setState({ busy: false, ...part });
    idle.frameIngested();
    end();
  };
  const fail = (reason: string): void => {
    worker?.terminate();
    worker = null;
    wanted = null;
    rest({ fault: reason });
  };
  const run = async (settings: PolicySettings): Promise<void> => {
    if (worker === null) {
      worker = start();
      worker.onCrash(fail);
    }
    const mine = worker;
    const answer = await mine.api.compare(workloadFile(settings));
    if (worker !== mine) return;
    const [error] = answer.ok ? [] : answer.errors;
    if (error !== undefined) fail(`${error.field} needs ${error.accepted}`);
    if (!answer.ok) return;
    const next = wanted === settings ? null : wanted;
    if (next === null) {
      wanted = null;
      rest({ runs: answer.value, ran: settings, fault: '' });
    } else {
      store.setState({ runs: answer.value, ran: settings, fault: '' });
      await run(next);
    }
  };
  return {
    compare(settings: PolicySettings): void {
      const idleNow = wanted === null;
      wanted = settings;
      if (!idleNow) return;
      end = idle.begin();
      store.setState({ busy: true });
      run(settings).catch((error: unknown) => fail(String(error)));
    },
    close(): void {
      worker?.terminate();
      worker = null;
      wanted = null;
      store.setState({ busy: false });
      end();
    },
  };
}

const LABS = new WeakMap<Runtime, PolicyLab>();

/** The laboratory that belongs to the page's runtime, made when first asked for. */
export function usePolicyLab(): PolicyLab & { state: PolicyLabState } {
  const runtime = useRuntime();
  let own = LABS.get(runtime);
  if (own === undefined) LABS.set(runtime, (own = createPolicyLab(runtime.idle)));
  return { ...own, state: useStore(own.store) };
}
