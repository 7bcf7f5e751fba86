import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { HeldThread } from '../../client/job-thread.ts';
import type {
  Change,
  ChangedRun,
  PredictProgress,
  PredictView,
  PredictedChange,
} from '../protocol/predict.ts';
import type { RecordFile, RecordOptions } from '../protocol/record.ts';
import type { IdleTracker } from '../../store/idle.ts';
import { deskHook, holdThread } from '../../store/jobs.ts';

export interface PredictState {
  /** The predictions so far. Null until the record has been simulated without a change. */
  view: PredictView | null;
  /** Changes that the reader asked for, newest first. */
  asked: readonly PredictedChange[];
  /** Progress of the computation. Null when nothing is being computed. */
  progress: PredictProgress | null;
  fault: string;
  /** Files that `view` was made from. */
  files: readonly RecordFile[];
}

export interface Predictions {
  readonly store: StoreApi<PredictState>;
  /** Studies a record in place of the previous one. `classes` are lines NAME=PREDICATE, `servers` lines such as SERVER sessions=8. */
  study(
    files: readonly RecordFile[],
    options: RecordOptions,
    classes: readonly string[],
    servers?: readonly string[],
  ): void;
  /** Predicts the changes that the reader typed. True when there is an answer. */
  attempt(text: string): Promise<boolean>;
  run(changes: readonly Change[]): Promise<ChangedRun>;
  /** Stops computing. Finished answers stay. */
  cancel(): void;
}

const SEEDS = 8;
const EMPTY: PredictState = { view: null, asked: [], progress: null, fault: '', files: [] };

/** The predictions of one page. Its worker keeps the studied record. Tests replace `start`. */
export function createPredictions(idle: IdleTracker, start: () => HeldThread = holdThread): Predictions {
  const store = createStore<PredictState>(() => EMPTY);
  let thread: HeldThread | null = null;
  let end: () => void = () => {};
  const rest = (part: Partial<PredictState>): void => {
    store.setState({ progress: null, ...part });
    idle.frameIngested();
    end();
    end = () => {};
  };
  const stop = (): void => {
    thread?.end();
    thread = null;
  };
  return {
    store,
    study(files, options, classes, servers = []) {
      stop();
      end();
      end = idle.begin();
      store.setState({ ...EMPTY, files, progress: { doing: 'Reading the record', share: 0 } });
      const mine = start();
      thread = mine;
      // The worker may also crash while it has no job. The studied record is then lost, which the reader must see.
      mine.onCrash((reason) => {
        if (thread === mine) rest({ fault: `The computation failed: ${reason}.` });
      });
      const asked = { files, options: { ...options, classes, servers, seeds: SEEDS } };
      const studied = mine.run('study', asked, ({ view, progress }) => {
        if (thread === mine) store.setState(view === null ? { progress } : { view, progress });
      });
      void studied.then((outcome) => {
        if (thread !== mine) return;
        if (outcome.ok) rest({ view: outcome.value });
        else if (outcome.why === 'failed') rest({ fault: outcome.reason });
      });
    },
    async attempt(text) {
      if (thread === null) return false;
      const mine = thread;
      end();
      end = idle.begin();
      store.setState({ fault: '', progress: { doing: 'Simulating the change', share: 0 } });
      const outcome = await mine.run('attempt', text, (progress) => {
        if (thread === mine) store.setState({ progress });
      });
      if (thread !== mine) return false;
      if (outcome.ok) rest({ asked: [outcome.value, ...store.getState().asked] });
      else if (outcome.why === 'failed') rest({ fault: outcome.reason });
      return outcome.ok;
    },
    async run(changes) {
      if (thread === null) throw new Error('the computation was stopped; start it again');
      const outcome = await thread.run('changed-run', changes);
      if (outcome.ok) return outcome.value;
      throw new Error(outcome.reason);
    },
    cancel() {
      stop();
      rest({});
    },
  };
}

const useDesk = deskHook((idle) => createPredictions(idle));

/** Hook: the predictions of the page. They stay while the reader looks at other pages. */
export function usePredictions(): { predictions: Predictions; state: PredictState } {
  const predictions = useDesk();
  return { predictions, state: useStore(predictions.store) };
}
