import type { ThreadToken } from '../../protocol/threads-view.ts';

/** How a kind of run that has concurrency groups shows the threads of one. */
export interface GroupView {
  /** What a thread is called. */
  threads: 'agents' | 'threads';
  /** It stands in the place of the stage, to which there is a way back. */
  back: boolean;
  /** The words of the scenario stand beside it: there is no other panel for them. */
  about: boolean;
  /** A story is short and known to its end: things to do to a thread are those of its script. */
  story: boolean;
  /** Spans of a page of the lanes in microseconds: the shortest that holds what is known is taken. */
  spans: readonly number[];
  /** The question why a thread is as it is (`why-key.ts`); undefined = none can be asked. */
  whyKey: (
    thread: Pick<ThreadToken, 'id' | 'owner' | 'background'>,
    names: { group: string | undefined; transport: string | undefined },
  ) => string | undefined;
}
