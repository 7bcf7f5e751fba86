import { type Remote, wrap } from 'comlink';
import type { PolicyLabApi, SweepJob, SweepPoint } from '../protocol/policies.ts';
import { endsOf, type WorkerEnds } from './worker-ends.ts';

/** A worker of the laboratory. Its calls never settle once it has crashed. */
export interface PolicyWorker extends WorkerEnds {
  api: Remote<PolicyLabApi>;
}

/** Starts a worker, named by URL only, so that no module of the simulation can slip into the page's bundle. */
export function startPolicyWorker(): PolicyWorker {
  const worker = new Worker(new URL('../worker/policies.worker.ts', import.meta.url), { type: 'module' });
  return {
    api: wrap<PolicyLabApi>(worker),
    ...endsOf(worker),
  };
}

export interface SweepListener {
  point(point: SweepPoint): void;
  fault(reason: string): void;
  over(): void;
}

/**
 * Runs jobs in as many workers as there are cores, each taking the next one when it is done. The first fault ends the
 * sweep. The result cancels: it ends the workers at once, and the listener hears nothing more.
 */
export function runSweep(
  jobs: readonly SweepJob[],
  listener: SweepListener,
  cores = navigator.hardwareConcurrency,
): () => void {
  const waiting = [...jobs];
  const workers = new Set<PolicyWorker>();
  let ended = false;
  const end = (): void => {
    ended = true;
    for (const worker of workers) worker.terminate();
    workers.clear();
  };
  const fail = (reason: string): void => {
    if (ended) return;
    end();
    listener.fault(reason);
  };
  const work = async (worker: PolicyWorker): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      // One at a time in each worker; the others go on beside it.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await worker.api.figures(job.workload, job.policy);
      if (ended) return;
      const [error] = answer.ok ? [] : answer.errors;
      if (error !== undefined) fail(`${error.field} needs ${error.accepted}`);
      if (!answer.ok) return;
      listener.point({ x: job.x, kind: job.kind, seed: job.seed, figures: answer.value });
    }
    worker.terminate();
    workers.delete(worker);
    if (workers.size > 0 || ended) return;
    ended = true;
    listener.over();
  };
  const count = Math.max(1, Math.min(cores || 1, waiting.length));
  for (let i = 0; i < count; i++) workers.add(startPolicyWorker());
  for (const worker of workers) {
    worker.onCrash(fail);
    work(worker).catch((error: unknown) => fail(String(error)));
  }
  return end;
}
