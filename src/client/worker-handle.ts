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

/** A session in another thread. Its calls never settle once it has crashed: the client knows, and answers for it. */
export interface WorkerHandle {
  api: SessionApi;
  onCrash(listener: (reason: string) => void): void;
  /** Absent = in the same thread, which cannot hang alone. */
  heart?: Knocker;
  terminate(): void;
}

/** Ports of functions that were sent to a worker. */
const ports = new WeakMap<object, MessagePort>();

// Comlink's own handler leaves the port of a function open for as long as the page lasts, also after the worker that called
// it has ended: with the port stay its listener and everything that the function holds.
transferHandlers.set('proxy', {
  ...(transferHandlers.get('proxy') as TransferHandler<object, MessagePort>),
  serialize(sent: object) {
    const { port1, port2 } = new MessageChannel();
    ports.set(sent, port1);
    expose(sent, port1);
    return [port2, [port2]];
  },
});

/** A function for a worker to call, and what closes its port when that worker ends. */
export function closableProxy<T extends (...args: never[]) => unknown>(
  heard: T,
): { sent: T & ProxyMarked; close: () => void } {
  const sent = proxy(heard);
  return { sent, close: () => ports.get(sent)?.close() };
}

/** Takes the worker that was started with the page, or starts another one. */
export function startWorker(): WorkerHandle {
  const thread = takeThread();
  const remote = wrap<SessionApi>(thread.worker);
  let closeSink = (): void => {};
  const subscribe: SessionApi['subscribe'] = (view, sink) => {
    // A function cannot be sent: Comlink sends a port instead, and the session awaits its answer as the receipt.
    const { sent, close } = closableProxy(sink);
    closeSink = close;
    return remote.subscribe(view, sent);
  };
  // Every other call goes as it is. Comlink's types know no generic function such as `ask`.
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
      // Comlink registers a remote with its worker, whose listeners lead back to it: neither would ever be collected.
      remote[releaseProxy]();
      thread.worker.terminate();
      closeSink();
    },
  };
}
