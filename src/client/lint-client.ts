import { type Remote, wrap } from 'comlink';
import type { LintApi } from '../protocol/lint.ts';

/** A worker that checks settings. Its calls never settle once it has crashed. */
export interface LintWorker {
  api: Remote<LintApi>;
  onCrash(listener: (reason: string) => void): void;
  terminate(): void;
}

/** Starts it, named by URL only, so that nothing of it can slip into the page's bundle. */
export function startLintWorker(): LintWorker {
  const worker = new Worker(new URL('../worker/lint.worker.ts', import.meta.url), { type: 'module' });
  return {
    api: wrap<LintApi>(worker),
    onCrash(listener) {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        listener(event.message || 'the worker could not be loaded');
      });
    },
    terminate: () => worker.terminate(),
  };
}
