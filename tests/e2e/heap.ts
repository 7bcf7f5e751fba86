/** Measures the memory of a page and its workers, as reported by Chromium. */
import type { CDPSession } from '@playwright/test';

const OWN_OF_THE_BROWSER: ReadonlySet<string> = new Set(['code', 'native', 'hidden']);

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/**
 * Returns the memory that scripts hold, in bytes. Excludes the browser's own memory: compiled code, which grows by a megabyte
 * in the first minutes, and records such as layout shifts and timings. Elements and listeners are counted by `countsOf`.
 */
export async function heapOf(devtools: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }): void => void chunks.push(chunk);
  devtools.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await devtools.send('HeapProfiler.takeHeapSnapshot', {});
  devtools.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!OWN_OF_THE_BROWSER.has(types[0][nodes[at + type] ?? -1] ?? '')) bytes += nodes[at + size] ?? 0;
  }
  return bytes;
}

/** Counts the listeners and elements of the page, after a garbage collection. */
export async function countsOf(devtools: CDPSession): Promise<{ listeners: number; nodes: number }> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { listeners: of('JSEventListeners'), nodes: of('Nodes') };
}

/** Answer of Chromium to `Runtime.getHeapUsage`. `backingStorageSize` is the memory of typed arrays. */
interface HeapUsage {
  usedSize: number;
  backingStorageSize: number;
}

/**
 * Returns a function that runs a garbage collection in each worker of a page and returns the bytes that the workers hold,
 * including typed arrays. Requests go through the page's session, because Playwright has no access to a worker's heap.
 */
export async function watchWorkers(devtools: CDPSession): Promise<() => Promise<number>> {
  const workers = new Set<string>();
  const waiting = new Map<number, (answer: unknown) => void>();
  let asked = 0;
  devtools.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.add(sessionId);
  });
  devtools.on('Target.detachedFromTarget', ({ sessionId }) => void workers.delete(sessionId));
  devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const ask = (sessionId: string, method: string): Promise<unknown> => {
    const id = ++asked;
    const answer = new Promise((resolve) => waiting.set(id, resolve)).finally(() => waiting.delete(id));
    const message = JSON.stringify({ id, method, params: {} });
    return devtools.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answer);
  };
  await devtools.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const collected = async (worker: string): Promise<number> => {
    await ask(worker, 'HeapProfiler.collectGarbage');
    const usage = (await ask(worker, 'Runtime.getHeapUsage')) as HeapUsage;
    return usage.usedSize + usage.backingStorageSize;
  };
  return async () => {
    const each = [...workers].map(async (worker) => {
      // Collect repeatedly, because the value of a weak map is freed one collection after its key.
      let held = await collected(worker);
      for (let last = Number.POSITIVE_INFINITY; held < last * 0.99; ) {
        last = held;
        // oxlint-disable-next-line no-await-in-loop
        held = await collected(worker);
      }
      return held;
    });
    return (await Promise.all(each)).reduce((sum, bytes) => sum + bytes, 0);
  };
}
