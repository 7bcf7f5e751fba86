import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import type { Jobs } from '../client/jobs.ts';
import type { JobOutcome } from '../protocol/jobs.ts';
import type { PolicyFigures, PolicyRun, SweepJob, SweepPoint } from '../protocol/policies.ts';
import type { Result } from '../protocol/result.ts';
import { type PolicySettings, workloadFile } from '../scenario/policy-settings.ts';
import type { IdleTracker } from './idle.ts';
import { createBatch, deskHook, pageJobs } from './jobs.ts';

/** State of the laboratory: the last comparison and the sweep. */
export interface PolicyLabState {
  /** Results of the policies A (plain), B (fixed) and C (group). Null before the first result. */
  runs: readonly PolicyRun[] | null;
  /** The settings that `runs` belong to. */
  ran: PolicySettings | null;
  busy: boolean;
  fault: string;
  sweep: { running: boolean; total: number; points: readonly SweepPoint[]; fault: string };
}

export interface PolicyLab {
  readonly store: StoreApi<PolicyLabState>;
  /** Runs the three policies. Of several requests made during a run, only the newest is executed. */
  compare(settings: PolicySettings): void;
  startSweep(runs: readonly SweepJob[]): void;
  /** Stops the sweep; its points stay. */
  cancelSweep(): void;
  clearSweep(): void;
  /** Stops all work. Call it when the reader leaves the page. */
  close(): void;
}

const NO_SWEEP: PolicyLabState['sweep'] = { running: false, total: 0, points: [], fault: '' };

/** Creates the laboratory of one page. The page is not idle while the laboratory works. */
function createPolicyLab(idle: IdleTracker, jobs: Pick<Jobs, 'run'> = pageJobs()): PolicyLab {
  const store = createStore<PolicyLabState>(() => ({
    runs: null,
    ran: null,
    busy: false,
    fault: '',
    sweep: NO_SWEEP,
  }));
  const runner = createRunner(store, idle, jobs);
  const batch = createBatch(idle, jobs);
  const change = (part: Partial<PolicyLabState['sweep']>): void =>
    store.setState((state) => ({ sweep: { ...state.sweep, ...part } }));
  return {
    store,
    compare: runner.compare,
    startSweep(runs) {
      batch.cancel();
      change({ running: true, total: runs.length, points: [], fault: '' });
      batch.start('policy-figures', runs, {
        ended(place, outcome) {
          const run = runs[place];
          const read = readOutcome<'policy-figures', PolicyFigures>(outcome);
          if (run === undefined) return false;
          if (read.fault !== '' || read.value === null) {
            change({ fault: read.fault });
            return true;
          }
          const point = { x: run.x, kind: run.kind, seed: run.seed, figures: read.value };
          change({ points: [...store.getState().sweep.points, point] });
          return false;
        },
        over: () => change({ running: false }),
      });
    },
    cancelSweep: batch.cancel,
    clearSweep() {
      batch.cancel();
      store.setState({ sweep: NO_SWEEP });
    },
    close() {
      batch.cancel();
      runner.close();
    },
  };
}

/** Returns the value of a job's outcome; a failed job, or one that refuses its input, gives a fault instead. */
function readOutcome<Name extends 'policies' | 'policy-figures', Value>(
  outcome: JobOutcome<Name>,
): { value: Value | null; fault: string } {
  if (!outcome.ok) return { value: null, fault: outcome.reason };
  const read = outcome.value as Result<Value>;
  if (read.ok) return { value: read.value, fault: '' };
  const [error] = read.errors;
  return { value: null, fault: error === undefined ? '' : `${error.field} needs ${error.accepted}` };
}

/** Runs one comparison at a time. When it ends, runs only the newest of the settings requested in the meantime. */
function createRunner(store: StoreApi<PolicyLabState>, idle: IdleTracker, jobs: Pick<Jobs, 'run'>) {
  let wanted: PolicySettings | null = null;
  let end: () => void = () => {};
  let cancel: () => void = () => {};
  const rest = (part: Partial<PolicyLabState>): void => {
    wanted = null;
    store.setState({ busy: false, ...part });
    idle.frameIngested();
    end();
  };
  const run = (settings: PolicySettings): void => {
    const ended = (outcome: JobOutcome<'policies'>): void => {
      const { value, fault } = readOutcome<'policies', PolicyRun[]>(outcome);
      if (value === null) return rest({ fault });
      const part = { runs: value, ran: settings, fault: '' };
      if (wanted === settings || wanted === null) return rest(part);
      store.setState(part);
      run(wanted);
    };
    // The reader waits for this comparison, so it goes ahead of the queued runs of a sweep.
    cancel = jobs.run('policies', workloadFile(settings), { ended }, true);
  };
  return {
    compare(settings: PolicySettings): void {
      const idleNow = wanted === null;
      wanted = settings;
      if (!idleNow) return;
      end = idle.begin();
      store.setState({ busy: true });
      run(settings);
    },
    close(): void {
      cancel();
      wanted = null;
      store.setState({ busy: false });
      end();
    },
  };
}

const useDesk = deskHook((idle) => createPolicyLab(idle));

export function usePolicyLab(): PolicyLab & { state: PolicyLabState } {
  const desk = useDesk();
  return { ...desk, state: useStore(desk.store) };
}
