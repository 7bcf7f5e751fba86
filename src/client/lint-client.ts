import { type Remote, wrap } from 'comlink';
import type { LintApi } from '../protocol/lint.ts';
import { endsOf, type WorkerEnds } from './worker-ends.ts';

/** A worker that checks settings. Its calls never settle once it has crashed. */
export interface LintWorker extends WorkerEnds {
  api: Remote<LintApi>;
}

/** Starts it, named by URL only, so that nothing of it can slip into the page's bundle. */
export function startLintWorker(): LintWorker {
  const worker = new Worker(new URL('../worker/lint.worker.ts', import.meta.url), { type: 'module' });
  return {
    api: wrap<LintApi>(worker),
    ...endsOf(worker),
  };
}
