/**
 * True in a frame with an opaque origin (`<iframe sandbox="allow-scripts">`). Such a frame has no storage, and even the files
 * of its host count as cross-origin.
 */
export const NO_ORIGIN = globalThis.origin === 'null';

/**
 * Source of a worker that imports the real file, and then replays the messages that arrived before the import ended. It is a
 * classic script, because browsers load no module worker in a frame with an opaque origin. A failed import becomes an error
 * of the worker.
 */
const FETCHING = `const early = [];
const keep = (event) => { event.stopImmediatePropagation(); early.push(event.data); };
addEventListener('message', keep);
import(ADDRESS).then(() => {
  removeEventListener('message', keep);
  for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
}, (error) => setTimeout(() => { throw error; }));`;

/**
 * Lets a frame with an opaque origin start workers. It may not start a worker from a URL, so each worker starts from a blob
 * that imports the file. The host must send `Access-Control-Allow-Origin: *`.
 */
export function startWorkersWithoutOrigin(): void {
  if (!NO_ORIGIN) return;
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(url: string | URL) {
      const text = FETCHING.replace('ADDRESS', JSON.stringify(String(url)));
      super(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
    }
  };
}
