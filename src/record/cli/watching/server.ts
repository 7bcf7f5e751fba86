import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFiles, createSafeServer, listen, refuse } from '../../../cli/serve.mjs';
import { isToken, LOOPBACK, newToken, whyRefused } from '../../../cli/token.ts';
import type { Change, Listener } from './follow.ts';
import { RecentBytes } from './recent-bytes.ts';

export interface WatchServer extends Listener {
  /** Address of the page with its token. */
  readonly address: string;
  /** Sends the text of `postqueue -j`, or (`trouble`) the reason why there is no text. */
  queue(text: string, trouble: string): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  /** Folder of the built page. */
  folder: string;
  /** Port of the server; 0 = any free port. */
  port: number;
  /** Name of the followed log, for the page. */
  name: string;
  zone: string;
  settings?: readonly { name: string; text: string }[];
  /** Bytes of the log to keep for late or slow pages (default: 64 MB). */
  keptBytes?: number;
}

const KEPT_BYTES = 64 * 1024 * 1024;
/** One event carries at most this many bytes of the log. */
const EVENT_BYTES = 262_144;
/** Number of file changes (truncations, replacements) kept for late or slow pages. */
const CHANGES = 100;
/** The stream gets an empty comment every this many milliseconds, because writing to a dead connection reveals it. */
const STILL_THERE = 15_000;

/**
 * Serves page and stream on the loopback interface, only to pages of this server that know the token.
 *
 * @throws when the port is taken.
 */
export async function startWatchServer(options: WatchOptions): Promise<WatchServer> {
  const token = newToken();
  const hub = new Hub(options);
  const files = answerFiles(options.folder);
  let port = 0;
  const server = createSafeServer((request, response) => {
    const refused = whyRefused(request, port, '/live/');
    if (refused !== '') return refuse(response, 403, refused);
    const asked = /^\/live\/([^/?]*)$/.exec(request.url ?? '')?.[1];
    if (asked === undefined) return files(request, response);
    if (request.method !== 'GET' || !isToken(asked, token))
      return refuse(response, 404, 'This stream does not exist. It ended with its npm run watch.');
    return hub.join(request, response);
  });
  await listen(server, { port: options.port, host: LOOPBACK });
  ({ port } = server.address() as AddressInfo);
  return Object.assign(hub.listener(), {
    address: `http://${LOOPBACK}:${port}/#live=${token}`,
    queue: (text: string, trouble: string) => hub.queue(text, trouble),
    close: () =>
      new Promise<void>((resolve) => {
        hub.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

interface Reader {
  response: ServerResponse;
  at: number;
  change: number;
  queue: string;
  end: string;
  /** True while the page has not taken the last event. Until then nothing more is written to it. */
  full: boolean;
}

/** Sends the same events to every page, as fast as each takes them. */
class Hub {
  private readonly kept: RecentBytes;
  private readonly readers = new Set<Reader>();
  private readonly options: WatchOptions;
  private readonly timer: NodeJS.Timeout;
  /** The newest snapshot of the queue, and the end of the log, as events; '' = none yet. */
  private lastQueue = '';
  private end = '';
  private gone = false;
  /** The last changes of the file with their positions in the log. */
  private readonly changes: { number: number; place: number; what: Change; at: number }[] = [];
  private changed = 0;
  private read = 0;

  constructor(options: WatchOptions) {
    this.options = options;
    this.kept = new RecentBytes(options.keptBytes ?? KEPT_BYTES);
    this.timer = setInterval(() => {
      for (const { response, full } of this.readers) if (!full) response.write(': still there\n\n');
    }, STILL_THERE);
    this.timer.unref();
  }

  listener(): Listener {
    return {
      lines: (bytes, read) => {
        this.kept.add(bytes);
        this.read = read;
        this.tell();
      },
      changed: (what) => {
        this.gone = what === 'gone';
        this.changes.push({ number: this.changed++, place: this.kept.end, what, at: Date.now() });
        if (this.changes.length > CHANGES) this.changes.shift();
        this.tell();
      },
      ended: (reason) => {
        this.end = event('ended', { reason });
        this.tell();
      },
    };
  }

  queue(text: string, trouble: string): void {
    this.lastQueue = event('queue', { at: Date.now(), text, trouble });
    this.tell();
  }

  close(): void {
    clearInterval(this.timer);
    this.end = event('ended', { reason: 'npm run watch was stopped' });
    this.tell();
    for (const { response } of this.readers) response.end();
    this.readers.clear();
  }

  /** Connects a page. A page that reconnects sends the position that it had reached. */
  join(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    const last = Number(request.headers['last-event-id'] ?? Number.NaN);
    const again = !Number.isNaN(last);
    const wanted = Number.isSafeInteger(last) && last >= 0 && last <= this.kept.end ? last : 0;
    const at = Math.max(wanted, this.kept.start);
    const change = again ? this.changes.find(({ place }) => place > wanted)?.number : 0;
    const reader: Reader = { response, at, change: change ?? this.changed, queue: '', end: '', full: false };
    response.write(`retry: 1000\n\n${this.hello(again ? at - wanted : 0, again)}`);
    this.readers.add(reader);
    response.on('drain', () => {
      reader.full = false;
      this.pump(reader);
    });
    response.on('close', () => this.readers.delete(reader));
    this.pump(reader);
  }

  private tell(): void {
    for (const reader of this.readers) this.pump(reader);
  }

  /** Sends events until the page has all of them or takes no more. */
  private pump(reader: Reader): void {
    while (!reader.full) {
      const next = this.next(reader);
      if (next === '') return;
      reader.full = !reader.response.write(next);
    }
  }

  /** Returns the next event for a page; '' = the page has all events. */
  private next(reader: Reader): string {
    if (reader.queue !== this.lastQueue) return (reader.queue = this.lastQueue);
    const { start, end } = this.kept;
    if (reader.at < start) {
      const lost = start - reader.at;
      reader.at = start;
      return this.hello(lost, true);
    }
    const change = this.changes.find(({ number }) => number >= reader.change);
    if (change !== undefined && change.place <= reader.at) {
      reader.change = change.number + 1;
      return event('changed', { what: change.what, at: change.at });
    }
    if (reader.at < end) return this.lines(reader, Math.min(EVENT_BYTES, (change?.place ?? end) - reader.at));
    if (reader.end !== this.end) return (reader.end = this.end);
    return '';
  }

  private lines(reader: Reader, most: number): string {
    const bytes = this.kept.from(reader.at, most);
    reader.at += bytes.length;
    // One character per byte (latin1), because a log may hold bytes that are not UTF-8.
    const text = Buffer.from(bytes).toString('latin1');
    return event('lines', { text, read: this.read, behind: this.kept.end - reader.at }, reader.at);
  }

  /** Returns the first event: what is followed, and how many bytes this page missed for good. */
  private hello(lost: number, again: boolean): string {
    const { name, zone, settings = [] } = this.options;
    return event('hello', { name, zone, settings, lost, again, gone: this.gone });
  }
}

function event(name: string, data: object, id?: number): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
