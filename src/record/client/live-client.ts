import { type Remote, releaseProxy, wrap } from 'comlink';
import type { LiveApi, LiveSource, LiveSpan, LiveState, LiveView } from '../protocol/live.ts';
import { closableProxy } from '../../client/worker-handle.ts';
import { endsOf, type WorkerEnds } from '../../client/worker-ends.ts';

/** Follows a growing log in a separate worker. */
export interface LiveFollower extends WorkerEnds {
  follow(source: LiveSource, heard: (view: LiveView | null, state: LiveState) => void): void;
  show(span: LiveSpan): void;
  /** Returns the lines kept so far as files. */
  hold(name: string): Promise<File[]>;
}

/** The worker is named by URL only, which keeps the code of the reader out of the page's bundle. */
export function startLiveFollower(): LiveFollower {
  const worker = new Worker(new URL('../worker/live.worker.ts', import.meta.url), { type: 'module' });
  const api: Remote<LiveApi> = wrap<LiveApi>(worker);
  const ends = endsOf(worker);
  const heardPorts: (() => void)[] = [];
  return {
    follow(source, heard) {
      const { sent, close } = closableProxy(heard);
      heardPorts.push(close);
      void api.follow(source, sent);
    },
    show: (span) => void api.show(span),
    hold: async (name) => (await api.hold(name)) as File[],
    ...ends,
    terminate() {
      api[releaseProxy]();
      ends.terminate();
      for (const close of heardPorts) close();
    },
  };
}
