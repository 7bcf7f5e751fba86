import { expose, type ProxyMarked, proxy, type Remote, releaseProxy, transferHandlers, wrap } from 'comlink';

const ports = new WeakMap<object, MessagePort>();
const comlinkHandler = transferHandlers.get('proxy');

// Comlink's own handler leaves the port of a function open for as long as the page lasts, also after the worker that called
// it has ended: with the port stay its listener and everything that the function holds.
transferHandlers.set('proxy', {
  canHandle: (value): value is object => comlinkHandler?.canHandle(value) === true,
  serialize(sent: object) {
    const { port1, port2 } = new MessageChannel();
    ports.set(sent, port1);
    expose(sent, port1);
    return [port2, [port2]];
  },
  deserialize(port: MessagePort) {
    port.start();
    return wrap(port);
  },
});

/** A function for one worker to call, and what closes its port when that worker ends. */
export function closableProxy<T extends (...args: never[]) => unknown>(
  heard: T,
): { sent: T & ProxyMarked; close: () => void } {
  const sent = proxy(heard);
  return { sent, close: () => ports.get(sent)?.close() };
}

/**
 * Lets a worker that is being ended go. Comlink registers each remote with its worker until the remote is collected; listeners
 * of the worker lead back to the remote, so that neither ever would be.
 */
export function releaseRemote(remote: Pick<Remote<object>, typeof releaseProxy>): void {
  remote[releaseProxy]();
}
