import type { JobAnswer, JobInput, JobMessage, JobName, JobOrder, JobSaid } from './jobs.ts';

/** What a job can do beside working. */
interface JobDesk<Name extends JobName> {
  say(said: JobSaid<Name>): void;
  /** The job was asked to come to an end with what it has. */
  stopped(): boolean;
  /** These change hands with the answer instead of being copied. */
  handOver(buffers: ArrayBuffer[]): void;
}

/** Does a job. What it throws is the sentence with which it fails. */
export type Work<Name extends JobName> = (
  input: JobInput<Name>,
  desk: JobDesk<Name>,
) => JobAnswer<Name> | Promise<JobAnswer<Name>>;

/** The jobs that a thread does, each fetched when it is first asked for. */
export type Works = { readonly [Name in JobName]?: () => Work<Name> | Promise<Work<Name>> };

type Post = (message: JobMessage, transfer: ArrayBuffer[]) => void;

/** Does what is ordered with `works`; the result takes orders. What is no order is a message to another part of this thread. */
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

/** The thread's own end of its messages. */
interface OwnThread {
  postMessage(message: JobMessage, options: { transfer: ArrayBuffer[] }): void;
  addEventListener(type: 'message', listener: (event: { data: JobOrder }) => void): void;
}

/** A thread does jobs: those that call this give themselves. */
export function serveJobs(works: Works, thread: OwnThread): void {
  const take = takeOrders(works, (message, transfer) => thread.postMessage(message, { transfer }));
  thread.addEventListener('message', ({ data }) => take(data));
}
