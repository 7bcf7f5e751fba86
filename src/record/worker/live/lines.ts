import type { LiveHandle } from '../../protocol/live.ts';
import type { EpochMillis } from '../../../protocol/units.ts';

/** Receives lines and the state of their source. */
export interface Heard {
  hello(of: { name: string; zone: string; settings: { name: string; text: string }[]; lost: number }): void;
  /** `read`: wall clock, milliseconds. `behind`: bytes available but not delivered yet. */
  lines(bytes: Uint8Array, read: number, behind: number): void;
  queue(at: EpochMillis, text: string, trouble: string): void;
  changed(what: string, at: EpochMillis): void;
  /** Called when the connection has broken. The browser will connect again. */
  broken(): void;
  ended(reason: string): void;
  refused(reason: string): void;
}

interface Stream {
  hello: Parameters<Heard['hello']>[0];
  lines: { text: string; read: number; behind: number };
  queue: { at: EpochMillis; text: string; trouble: string };
  changed: { what: string; at: EpochMillis };
  ended: { reason: string };
}

/** Follows the stream of `npm run watch`. The browser reconnects by itself and resumes where it was. Returns a function that stops it. */
export function listen(address: string, heard: Heard): () => void {
  const source = new EventSource(address);
  const on = <Name extends keyof Stream>(name: Name, take: (data: Stream[Name]) => void): void =>
    source.addEventListener(name, (event: MessageEvent<string>) => take(JSON.parse(event.data)));
  on('hello', heard.hello);
  on('lines', ({ text, read, behind }) => heard.lines(bytesOf(text), read, behind));
  on('queue', ({ at, text, trouble }) => heard.queue(at, text, trouble));
  on('changed', ({ what, at }) => heard.changed(what, at));
  on('ended', ({ reason }) => heard.ended(reason));
  source.addEventListener('error', () => {
    // Closed permanently: the server replied but does not know the address.
    if (source.readyState === EventSource.CLOSED)
      heard.refused('Its address is no longer valid. npm run watch prints a new one each time it starts.');
    else heard.broken();
  });
  return () => source.close();
}

/** Converts a text with one character per byte back to these bytes. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

const LOOK_MS = 500;
const NEWLINE = 10;
/** Following a file begins this many bytes before its end. */
const BACKLOG = 64 * 1024 * 1024;
const AT_ONCE = 1_048_576;

/** Follows a growing file of the browser by checking it twice a second. Returns a function that stops it. */
export function watchFile(handle: LiveHandle, name: string, zone: string, heard: Heard): () => void {
  let stopped = false;
  let at = -1;
  let modified = 0;
  const look = async (): Promise<void> => {
    const file = await handle.getFile();
    const first = at < 0;
    if (file.size < at) {
      at = 0;
      heard.changed('truncated', Date.now());
    }
    let from = first ? Math.max(0, file.size - BACKLOG) : at;
    if (first) heard.hello({ name, zone, settings: [], lost: 0 });
    if (file.size === from && file.lastModified === modified) return;
    modified = file.lastModified;
    while (from < file.size && !stopped) {
      const part = file.slice(from) as Blob;
      // oxlint-disable-next-line no-await-in-loop
      const bytes = new Uint8Array(await part.slice(0, AT_ONCE).arrayBuffer());
      const end = from + bytes.length >= file.size ? bytes.lastIndexOf(NEWLINE) + 1 : bytes.length;
      if (end === 0) break;
      from += end;
      heard.lines(bytes.subarray(0, end), Date.now(), file.size - from);
    }
    at = from;
  };
  const again = (): void => {
    if (stopped) return;
    look()
      .catch((error: unknown) => {
        const kind = error instanceof DOMException ? error.name : '';
        if (kind === 'NotAllowedError') {
          stopped = true;
          heard.refused('The browser no longer lets the page read the file. Choose it again.');
        } else heard.changed('gone', Date.now());
      })
      .finally(() => setTimeout(again, LOOK_MS));
  };
  again();
  return () => {
    stopped = true;
  };
}
