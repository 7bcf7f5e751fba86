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

/** Does jobs in threads: as many at once as there are cores. */
export interface Jobs {
  /**
   * Does a job when a thread is free, in the order of asking; `soon` = before those that wait. The result cancels: nothing is
   * heard any more, and a thread that was at it ends at once.
   */
  run<Name extends keyof PoolJobs>(
    name: Name,
    input: JobInput<Name>,
    listener: JobListener<Name>,
    soon?: boolean,
  ): () => void;
  /** A thread of the caller's own, for jobs about something that it keeps. */
  hold(): HeldThread;
}

/** Named by URL only, so that no module of the simulation can slip into the page's bundle. */
function startThread(): JobThread {
  return threadOf(new Worker(new URL('../worker/job.worker.ts', import.meta.url), { type: 'module' }));
}

interface Task {
  /** `again`: asks for another thread, where one that has never said a word may be no more than a file that did not come. */
  begin: (thread: Employed, free: (crashed: boolean) => void, again: (() => void) | null) => void;
  /** Where no thread can be made. */
  refuse: (reason: string) => void;
}

/** A pool of threads, made when they are needed; one that has nothing to do is kept. */
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
        // The last ones are cancelled first: then none of those that wait begins meanwhile.
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
          // Without a network, WebKit asks it for the files of some of the threads that start at once, past the copy kept here.
          if (crashed && silent && again !== null) again();
          else listener.ended(outcome);
          next();
        },
      });
    },
    refuse: (reason) => listener.ended({ ok: false, why: 'crashed', reason }),
  };
}
