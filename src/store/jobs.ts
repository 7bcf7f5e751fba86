import type { HeldThread } from '../client/job-thread.ts';
import { createJobs, type Jobs } from '../client/jobs.ts';
import type { JobInput, JobOutcome, JobSaid, PoolJobs } from '../protocol/jobs.ts';
import { useRuntime } from './hooks.ts';
import type { IdleTracker } from './idle.ts';
import type { Runtime } from './runtime.ts';

/** What becomes of a batch. Nothing is heard of one that was cancelled but that it is over. */
interface BatchListener<Name extends keyof PoolJobs> {
  /** `place`: which of the inputs. */
  said?: (place: number, said: JobSaid<Name>) => void;
  /** What came of one; true = the rest is not wanted. */
  ended: (place: number, outcome: JobOutcome<Name>) => boolean | void;
  /** Once: all have ended, or it was cancelled. */
  over: () => void;
}

/** One batch of jobs at a time; the page is not idle while it runs. */
export interface Batch {
  /** Does a job for each input, in the place of the batch under way. */
  start<Name extends keyof PoolJobs>(
    name: Name,
    inputs: readonly JobInput<Name>[],
    listener: BatchListener<Name>,
  ): void;
  cancel(): void;
}

/** A batch of one desk: its jobs are done by `jobs`, the pool of the page. */
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
        // Also on a page on which no run was opened, and which therefore never had a frame to paint.
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

/** The pool of the page, made when it is first asked for. */
export function pageJobs(): Jobs {
  pool ??= createJobs();
  return pool;
}

/** A thread of the pool for one owner. */
export function holdThread(): HeldThread {
  return pageJobs().hold();
}

/** A hook that gives every component of a page the same desk, made when it is first asked for. */
export function deskHook<Desk>(create: (idle: IdleTracker) => Desk): () => Desk {
  const desks = new WeakMap<Runtime, Desk>();
  return () => {
    const runtime = useRuntime();
    let desk = desks.get(runtime);
    if (desk === undefined) desks.set(runtime, (desk = create(runtime.idle)));
    return desk;
  };
}
