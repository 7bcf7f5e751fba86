/**
 * True in a frame without an origin of its own (`<iframe sandbox="allow-scripts">`): it keeps nothing, and files of its own
 * host are those of a stranger to it.
 */
export const NO_ORIGIN = globalThis.origin === 'null';

/**
 * What a worker of the frame's own does: it fetches the file, and hands on what was sent to it before that was there.
 * Not a module: browsers load no module worker from such a frame. A file that cannot be fetched is an error of the worker.
 */
const FETCHING = `const early = [];
const keep = (event) => { event.stopImmediatePropagation(); early.push(event.data); };
addEventListener('message', keep);
import(ADDRESS).then(() => {
  removeEventListener('message', keep);
  for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
}, (error) => setTimeout(() => { throw error; }));`;

/**
 * Lets workers start in such a frame, which may not start one from an address, if the host lets strangers read its files
 * (`Access-Control-Allow-Origin: *`).
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
