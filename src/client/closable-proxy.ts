import { expose, type ProxyMarked, proxy, type TransferHandler, transferHandlers } from 'comlink';
import { startWorker, type WorkerHandle } from './worker-handle.ts';

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

/** A function for one worker to call, and what closes its port when that worker ends. */
export function closableProxy<T extends (...args: never[]) => unknown>(
  heard: T,
): { sent: T & ProxyMarked; close: () => void } {
  const sent = proxy(heard);
  return { sent, close: () => ports.get(sent)?.close() };
}

/** A worker that is ended while the page goes on: nothing of it stays. That of the page is ended only when it has crashed. */
export function startSideWorker(): WorkerHandle {
  const handle = startWorker();
  let closeSink = (): void => {};
  return {
    ...handle,
    api: {
      ...handle.api,
      subscribe(view, sink) {
        const { sent, close } = closableProxy(sink);
        closeSink = close;
        return handle.api.subscribe(view, sent);
      },
    },
    terminate() {
      handle.terminate();
      closeSink();
    },
  };
}
