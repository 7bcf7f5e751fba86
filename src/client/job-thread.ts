import type { JobMessage, JobName, JobOrder, JobInput, JobOutcome, JobSaid } from '../protocol/jobs.ts';
import type { WorkerEnds } from './worker-ends.ts';

export interface JobThread extends WorkerEnds {
  post(order: JobOrder): void;
  onMessage(listener: (message: JobMessage) => void): void;
}

/** `said` receives progress. `ended` receives the outcome and is called once. */
export interface JobListener<Name extends JobName> {
  said?: (said: JobSaid<Name>) => void;
  ended: (outcome: JobOutcome<Name>) => void;
}

/**
 * A thread reserved for one caller, so that it can keep data between jobs. Jobs may overlap. Each job settles, even when the
 * thread crashes.
 */
export interface HeldThread {
  run<Name extends JobName>(
    name: Name,
    input: JobInput<Name>,
    said?: (said: JobSaid<Name>) => void,
  ): Promise<JobOutcome<Name>>;
  /** Calls `listener` when the thread crashes, or immediately if it already has. */
  onCrash(listener: (reason: string) => void): void;
  /** Asks all running jobs of this name to answer with their results so far. */
  stop(name: JobName): void;
  /** Ends the thread immediately. Its unfinished jobs settle with `why: 'ended'`. */
  end(): void;
}

/** A thread as the pool uses it: like `HeldThread`, but with callbacks instead of promises. */
export interface Employed {
  run<Name extends JobName>(name: Name, input: JobInput<Name>, listener: JobListener<Name>): void;
  stop(name: JobName): void;
  /** Ends the thread immediately, without calling any listener again. */
  end(): void;
}

interface Task {
  name: JobName;
  said: (said: unknown) => void;
  ended: (outcome: JobOutcome<JobName>) => void;
}

/** Numbers the jobs of a thread and dispatches its messages to them. */
export function employ(thread: JobThread): Employed {
  const tasks = new Map<number, Task>();
  let jobs = 0;
  let failure: string | null = null;
  const fail = (job: number, why: 'failed' | 'crashed', reason: string): void => {
    const task = tasks.get(job);
    tasks.delete(job);
    task?.ended({ ok: false, why, reason });
  };
  thread.onMessage((message) => {
    // The task is undefined when it was cancelled.
    const task = tasks.get(message.job);
    if (message.kind === 'said') task?.said(message.said);
    else if (message.kind === 'failed') fail(message.job, 'failed', message.reason);
    else {
      tasks.delete(message.job);
      task?.ended({ ok: true, value: message.answer as never });
    }
  });
  thread.onCrash((reason) => {
    failure = reason;
    for (const job of tasks.keys()) fail(job, 'crashed', reason);
  });
  return {
    run(name, input, { said, ended }) {
      const job = ++jobs;
      tasks.set(job, {
        name,
        said: (word) => said?.(word as never),
        ended: (outcome) => ended(outcome as never),
      });
      if (failure !== null) return fail(job, 'crashed', failure);
      try {
        thread.post({ kind: 'job', job, name, input });
      } catch (error) {
        // `postMessage` throws when it cannot clone the input of the job.
        fail(job, 'failed', error instanceof Error ? error.message : String(error));
      }
    },
    stop(name) {
      for (const [job, task] of tasks) if (task.name === name) thread.post({ kind: 'stop', job });
    },
    end() {
      tasks.clear();
      thread.terminate();
    },
  };
}

export function holdThread(thread: JobThread): HeldThread {
  const employed = employ(thread);
  const open = new Set<(outcome: { ok: false; why: 'ended'; reason: string }) => void>();
  return {
    run: (name, input, said) =>
      new Promise((resolve) => {
        open.add(resolve);
        employed.run(name, input, {
          ...(said && { said }),
          ended(outcome) {
            open.delete(resolve);
            resolve(outcome);
          },
        });
      }),
    onCrash: (listener) => thread.onCrash(listener),
    stop: employed.stop,
    end() {
      employed.end();
      for (const resolve of open) resolve({ ok: false, why: 'ended', reason: 'the thread was ended' });
      open.clear();
    },
  };
}
