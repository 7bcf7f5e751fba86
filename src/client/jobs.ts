import type { JobInput, JobName, PoolJobs } from '../protocol/jobs.ts';
import {
  employ,
  type Employed,
  type HeldThread,
  holdThread,
  type JobListener,
  type JobThread,
} from './job-thread.ts';
import { threadOf } from './thread-of.ts';

/** A pool of job threads, at most one per core. */
export interface Jobs {
  /**
   * Queues a job; `soon` = before the others. Returns a function that cancels it: no further callbacks, and its thread ends.
   */
  run<Name extends keyof PoolJobs>(
    name: Name,
    input: JobInput<Name>,
    listener: JobListener<Name>,
    soon?: boolean,
  ): () => void;
  /** A separate thread for the caller, for jobs on data that the thread keeps. */
  hold(): HeldThread;
}

/** Starts a thread. The worker is named by URL, because an import would put the simulation into the page's bundle. */
function startThread(): JobThread {
  return threadOf(new Worker(new URL('../worker/job.worker.ts', import.meta.url), { type: 'module' }));
}

interface Task {
  /** Starts the task on a thread. `again` retries it on a new thread; null = the task may not be retried. */
  begin: (thread: Employed, free: (crashed: boolean) => void, again: (() => void) | null) => void;
  refuse: (reason: string) => void;
}

/** Creates a pool that starts threads on demand and keeps one idle thread. */
export function createJobs({ cores = navigator.hardwareConcurrency, start = startThread } = {}): Jobs {
  const waiting: Task[] = [];
  const busy = new Map<Task, Employed>();
  const begunAgain = new WeakSet<Task>();
  let spare: Employed | null = null;
  const begin = (task: Task): void => {
    let thread: Employed;
    const again = (): void => {
      begunAgain.add(task);
      waiting.unshift(task);
    };
    const mayAgain = spare === null && !begunAgain.has(task);
    try {
      thread = spare ?? employ(start());
    } catch (error) {
      return task.refuse(error instanceof Error ? error.message : String(error));
    }
    spare = null;
    busy.set(task, thread);
    const free = (crashed: boolean): void => {
      busy.delete(task);
      if (crashed || spare !== null) thread.end();
      else spare = thread;
    };
    task.begin(thread, free, mayAgain ? again : null);
  };
  const next = (): void => {
    while (waiting.length > 0 && busy.size < Math.max(1, cores)) begin(waiting.shift()!);
  };
  return {
    run(name, input, listener, soon = false) {
      const task = taskOf(name, input, listener, next);
      if (soon) waiting.unshift(task);
      else waiting.push(task);
      next();
      return () => {
        // Search from the end, where a batch cancels first: then none of its waiting jobs starts while it cancels.
        const place = waiting.lastIndexOf(task);
        if (place >= 0) waiting.splice(place, 1);
        busy.get(task)?.end();
        if (busy.delete(task)) next();
      };
    },
    hold: () => holdThread(start()),
  };
}

function taskOf<Name extends JobName>(
  name: Name,
  input: JobInput<Name>,
  listener: JobListener<Name>,
  next: () => void,
): Task {
  return {
    begin(thread, free, again) {
      let silent = true;
      thread.run(name, input, {
        said(said) {
          silent = false;
          listener.said?.(said);
        },
        ended(outcome) {
          const crashed = !outcome.ok && outcome.why === 'crashed';
          free(crashed);
          // Offline, WebKit sometimes requests a worker's file from the network instead of the cache when
          // several threads start concurrently. A thread that failed before its first message is therefore
          // retried once.
          if (crashed && silent && again !== null) again();
          else listener.ended(outcome);
          next();
        },
      });
    },
    refuse: (reason) => listener.ended({ ok: false, why: 'crashed', reason }),
  };
}
