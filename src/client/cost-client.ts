import type { CostJob, CostMessage } from '../protocol/timer-cost.ts';
import { endsOf } from './worker-ends.ts';

/**
 * Measures in a worker of its own, named by URL only, so that no module of the simulation can slip into the page's
 * bundle. `heard` gets every message; one that says `done` or `failed` is the last. The result cancels: it ends the
 * worker at once, and nothing is heard any more.
 */
export function runCost(job: CostJob, heard: (message: CostMessage) => void): () => void {
  const worker = new Worker(new URL('../worker/cost.worker.ts', import.meta.url), { type: 'module' });
  let ended = false;
  const end = (): void => {
    ended = true;
    worker.terminate();
  };
  const say = (message: CostMessage): void => {
    if (ended) return;
    if (message.kind === 'done' || message.kind === 'failed') end();
    heard(message);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<CostMessage>) => say(data));
  endsOf(worker).onCrash((reason) => say({ kind: 'failed', reason }));
  worker.postMessage(job);
  return end;
}
