import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Predictor, startPredictor } from '../client/predict-client.ts';
import type { Change, PredictProgress, PredictView, Tried } from '../protocol/predict.ts';
import type { RecordFile, RecordOptions } from '../protocol/record.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { useRuntime } from './hooks.ts';
import type { IdleTracker } from './idle.ts';
import type { Runtime } from './runtime.ts';

/** What the page of predictions knows. */
export interface PredictState {
  /** Null until the record itself has been simulated. */
  view: PredictView | null;
  /** Changes that the reader asked for, the latest first. */
  asked: readonly Tried[];
  /** Null when nothing is computed. */
  progress: PredictProgress | null;
  fault: string;
  /** Files that the view is of. */
  files: readonly RecordFile[];
}

export interface Predictions {
  readonly store: StoreApi<PredictState>;
  /** Studies a record with classes of mail (lines NAME=PREDICATE) and servers as the reader says (lines SERVER sessions=8), instead of the one before. */
  study(
    files: readonly RecordFile[],
    options: RecordOptions,
    classes: readonly string[],
    servers?: readonly string[],
  ): void;
  /** Tries changes that the reader typed; true when there is an answer. */
  attempt(text: string): Promise<boolean>;
  scenario(changes: readonly Change[]): Promise<Scenario>;
  /** Ends what is computed; what is finished stays. */
  cancel(): void;
}

const SEEDS = 8;
const EMPTY: PredictState = { view: null, asked: [], progress: null, fault: '', files: [] };

/** Predictions of one page. The worker's function is replaced in tests. */
export function createPredictions(idle: IdleTracker, start: () => Predictor = startPredictor): Predictions {
  const store = createStore<PredictState>(() => EMPTY);
  let worker: Predictor | null = null;
  let end: () => void = () => {};
  const rest = (part: Partial<PredictState>): void => {
    store.setState({ progress: null, ...part });
    idle.frameIngested();
    end();
    end = () => {};
  };
  const stop = (): void => {
    worker?.terminate();
    worker = null;
  };
  return {
    store,
    study(files, options, classes, servers = []) {
      stop();
      end();
      end = idle.begin();
      store.setState({ ...EMPTY, files, progress: { doing: 'Reads the record', share: 0 } });
      const mine = start();
      worker = mine;
      mine.onCrash((reason) => {
        if (worker === mine) rest({ fault: `The computation ended: ${reason}.` });
      });
      // What is heard may come after what is answered: they are different channels.
      let ended = false;
      const heard = (view: PredictView | null, progress: PredictProgress): void => {
        if (worker === mine && !ended) store.setState(view === null ? { progress } : { view, progress });
      };
      const settle = (part: Partial<PredictState>): void => {
        ended = true;
        if (worker === mine) rest(part);
      };
      mine.study(files, { ...options, classes, servers, seeds: SEEDS }, heard).then(
        (view) => settle({ view }),
        (error: unknown) => settle({ fault: messageOf(error) }),
      );
    },
    async attempt(text) {
      if (worker === null) return false;
      const mine = worker;
      end();
      end = idle.begin();
      store.setState({ fault: '', progress: { doing: 'Tries', share: 0 } });
      let ended = false;
      try {
        const tried = await mine.attempt(text, (progress) => {
          if (worker === mine && !ended) store.setState({ progress });
        });
        ended = true;
        if (worker === mine) rest({ asked: [tried, ...store.getState().asked] });
        return worker === mine;
      } catch (error) {
        ended = true;
        if (worker === mine) rest({ fault: messageOf(error) });
        return false;
      }
    },
    scenario(changes) {
      if (worker === null) return Promise.reject(new Error('the computation was ended; start it again'));
      return worker.scenario(changes);
    },
    cancel() {
      stop();
      rest({});
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const DESKS = new WeakMap<Runtime, Predictions>();

/** The predictions of this page; they stay while the reader looks at other pages. */
export function usePredictions(): { predictions: Predictions; state: PredictState } {
  const runtime = useRuntime();
  let predictions = DESKS.get(runtime);
  if (predictions === undefined) DESKS.set(runtime, (predictions = createPredictions(runtime.idle)));
  return { predictions, state: useStore(predictions.store) };
}
