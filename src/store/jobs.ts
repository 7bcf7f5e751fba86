import type { HeldThread } from '../client/job-thread.ts';
import { createJobs, type Jobs } from '../client/jobs.ts';
import type { JobInput, JobOutcome, JobSaid, PoolJobs } from '../protocol/jobs.ts';
import { useRuntime } from './hooks.ts';
import type { IdleTracker } from './idle.ts';
import type { Runtime } from './runtime.ts';

/** Receives the results of a batch. A cancelled batch reports only `over`. */
interface BatchListener<Name extends keyof PoolJobs> {
  /** Progress of one job. `place` is the index of its input. */
  said?: (place: number, said: JobSaid<Name>) => void;
  /** Result of one job. Return true to cancel the remaining jobs. */
  ended: (place: number, outcome: JobOutcome<Name>) => boolean | void;
  /** Called once, when all jobs have ended or the batch was cancelled. */
  over: () => void;
}

/** Runs one batch of jobs at a time. The page is not idle while a batch runs. */
export interface Batch {
  /** Runs one job per input. Cancels the batch that is still running. */
  start<Name extends keyof PoolJobs>(
    name: Name,
    inputs: readonly JobInput<Name>[],
    listener: BatchListener<Name>,
  ): void;
  cancel(): void;
}

export function createBatch(idle: IdleTracker, jobs: Pick<Jobs, 'run'>): Batch {
  let cancel: () => void = () => {};
  return {
    start(name, inputs, { said, ended, over }) {
      cancel();
      const end = idle.begin();
      let left = inputs.length;
      const finish = (): void => {
        cancel = () => {};
        over();
        // The idle tracker waits for a paint, which a frame triggers. Without an open run no frame arrives, so report one.
        idle.frameIngested();
        end();
      };
      let running = true;
      const calls: (() => void)[] = [];
      cancel = () => {
        running = false;
        while (calls.length > 0) calls.pop()?.();
        finish();
      };
      for (const [place, input] of inputs.entries()) {
        if (!running) return;
        const call = jobs.run(name, input, {
          said: (word) => said?.(place, word),
          ended(outcome) {
            left -= 1;
            if (ended(place, outcome) === true) cancel();
            else if (left === 0 && running) finish();
          },
        });
        calls.push(call);
      }
    },
    cancel: () => cancel(),
  };
}

let pool: Jobs | null = null;

/** Returns the page's pool of worker threads. Creates the pool at first use. */
export function pageJobs(): Jobs {
  pool ??= createJobs();
  return pool;
}

/** Reserves a thread of the pool for one owner. */
export function holdThread(): HeldThread {
  return pageJobs().hold();
}

/** Makes a hook that returns the same object to all components of a page and creates it at first use. */
export function deskHook<Desk>(create: (idle: IdleTracker) => Desk): () => Desk {
  const desks = new WeakMap<Runtime, Desk>();
  return () => {
    const runtime = useRuntime();
    let desk = desks.get(runtime);
    if (desk === undefined) desks.set(runtime, (desk = create(runtime.idle)));
    return desk;
  };
}
