import {
  expose,
  proxy,
  type ProxyMarked,
  releaseProxy,
  type TransferHandler,
  transferHandlers,
  wrap,
} from 'comlink';
import type { SessionApi } from '../protocol/session-api.ts';
import { ANSWER, KNOCK } from '../protocol/heartbeat.ts';
import type { Knocker } from './heartbeat.ts';
import { takeThread } from './worker-thread.ts';

/** A session in another thread. After a crash its calls never settle; `session-client.ts` answers them. */
export interface WorkerHandle {
  api: SessionApi;
  onCrash(listener: (reason: string) => void): void;
  /** Tells whether the worker hangs. Absent for a session in the page's own thread, because the page then hangs with it. */
  heart?: Knocker;
  terminate(): void;
}

const ports = new WeakMap<object, MessagePort>();

// Comlink's own handler never closes the port of a function, even after the worker that calls the function has ended. The
// port would keep its listener, and everything that the function references, in memory.
transferHandlers.set('proxy', {
  ...(transferHandlers.get('proxy') as TransferHandler<object, MessagePort>),
  serialize(sent: object) {
    const { port1, port2 } = new MessageChannel();
    ports.set(sent, port1);
    expose(sent, port1);
    return [port2, [port2]];
  },
});

/** Wraps a function so that a worker can call it. `close` releases the port when the worker ends. */
export function closableProxy<T extends (...args: never[]) => unknown>(
  heard: T,
): { sent: T & ProxyMarked; close: () => void } {
  const sent = proxy(heard);
  return { sent, close: () => ports.get(sent)?.close() };
}

/** Takes the worker that was started with the page, or starts a new one. */
export function startWorker(): WorkerHandle {
  const thread = takeThread();
  const remote = wrap<SessionApi>(thread.worker);
  let closeSink = (): void => {};
  const subscribe: SessionApi['subscribe'] = (view, sink) => {
    // Comlink sends a port in place of the function. The session waits for each answer before it sends the next frame.
    const { sent, close } = closableProxy(sink);
    closeSink = close;
    return remote.subscribe(view, sent);
  };
  // All other calls pass through unchanged. The cast is needed because Comlink's types lose generic functions such as `ask`.
  const api = new Proxy(remote as unknown as SessionApi, {
    get: (session, name: keyof SessionApi) => (name === 'subscribe' ? subscribe : session[name]),
  });
  return {
    api,
    onCrash(listener) {
      thread.onFailure = listener;
      if (thread.failure !== null) listener(thread.failure);
    },
    heart: {
      knock: () => thread.worker.postMessage(KNOCK),
      onAnswer: (listener) =>
        thread.worker.addEventListener('message', ({ data }) => data === ANSWER && listener()),
    },
    terminate() {
      // Comlink and the worker's listeners refer to each other. Without this release, neither would be collected.
      remote[releaseProxy]();
      thread.worker.terminate();
      closeSink();
    },
  };
}
