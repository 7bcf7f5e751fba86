import type { JobAnswer, JobInput, JobMessage, JobName, JobOrder, JobSaid } from './jobs.ts';

interface JobDesk<Name extends JobName> {
  say(said: JobSaid<Name>): void;
  /** True after a `stop` order: the job should then answer with its results so far. */
  stopped(): boolean;
  /** Transfers these buffers with the answer instead of copying them. */
  handOver(buffers: ArrayBuffer[]): void;
}

/** Does a job. If this throws, the exception becomes the reason of the failure. */
export type Work<Name extends JobName> = (
  input: JobInput<Name>,
  desk: JobDesk<Name>,
) => JobAnswer<Name> | Promise<JobAnswer<Name>>;

/** The jobs of a thread, each loaded at its first use. */
export type Works = { readonly [Name in JobName]?: () => Work<Name> | Promise<Work<Name>> };

type Post = (message: JobMessage, transfer: ArrayBuffer[]) => void;

/** Returns a function that executes orders with `works`. It ignores other messages, which other parts of the thread handle. */
export function takeOrders(works: Works, post: Post): (order: JobOrder) => void {
  const stopped = new Set<number>();
  const work = async ({ job, name, input }: Extract<JobOrder, { kind: 'job' }>): Promise<void> => {
    const buffers: ArrayBuffer[] = [];
    try {
      const fetched = works[name] as (() => Work<JobName> | Promise<Work<JobName>>) | undefined;
      if (fetched === undefined) throw new Error(`this thread does no job named ${name}`);
      const done = await fetched();
      const answer = await done(input as never, {
        say: (said: unknown) => post({ kind: 'said', job, said }, []),
        stopped: () => stopped.has(job),
        handOver: (more) => void buffers.push(...more),
      });
      post({ kind: 'done', job, answer }, buffers);
    } catch (error) {
      post({ kind: 'failed', job, reason: error instanceof Error ? error.message : String(error) }, []);
    }
    stopped.delete(job);
  };
  return (order) => {
    if (order.kind === 'stop') stopped.add(order.job);
    else if (order.kind === 'job') void work(order);
  };
}

interface OwnThread {
  postMessage(message: JobMessage, options: { transfer: ArrayBuffer[] }): void;
  addEventListener(type: 'message', listener: (event: { data: JobOrder }) => void): void;
}

/** Makes the calling thread do jobs; pass its own scope. */
export function serveJobs(works: Works, thread: OwnThread): void {
  const take = takeOrders(works, (message, transfer) => thread.postMessage(message, { transfer }));
  thread.addEventListener('message', ({ data }) => take(data));
}
