import { proxy, type Remote, wrap } from 'comlink';
import type { PredictApi } from '../protocol/predict.ts';
import { whileAsked } from './while-asked.ts';
import { endsOf, type WorkerEnds } from './worker-ends.ts';

/** Predictions in a thread of its own. Its calls never settle once it has crashed. */
export interface Predictor extends PredictApi, WorkerEnds {}

/** Starts it, named by URL only, so that nothing of the engine can slip into the page's bundle. */
export function startPredictor(): Predictor {
  const worker = new Worker(new URL('../worker/predict.worker.ts', import.meta.url), { type: 'module' });
  const api: Remote<PredictApi> = wrap<PredictApi>(worker);
  return {
    study: (files, options, heard) => whileAsked(heard, (told) => api.study(files, options, proxy(told))),
    attempt: (text, heard) => whileAsked(heard, (told) => api.attempt(text, proxy(told))),
    scenario: (changes) => api.scenario(changes),
    ...endsOf(worker),
  };
}
