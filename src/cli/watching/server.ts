import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveFolder } from '../serve.mjs';
import type { Change, Listener } from './follow.ts';
import { Kept } from './kept.ts';

/** The page, and beside it the lines of a log as they come. */
export interface WatchServer extends Listener {
  /** Where the page is, its token included. */
  readonly address: string;
  /** The text of `postqueue -j`, or why there is none. */
  queue(text: string, trouble: string): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  /** Of the built page. */
  folder: string;
  /** 0 = any that is free. */
  port: number;
  /** What is followed, as it is called. */
  name: string;
  /** Of stamps that have none. */
  zone: string;
  /** Texts of `postconf -n` and `-M`. */
  settings?: readonly { name: string; text: string }[];
}

const HOST = '127.0.0.1';
/** Bytes of the log that are kept for pages that come later. */
const KEPT = 64 * 1024 * 1024;
const AT_ONCE = 262_144;
const TURNS = 100;
/** A comment now and then: a connection that is dead is found out. */
const STILL_THERE = 15_000;

/** A page that listens, and how far it is. */
interface Reader {
  response: ServerResponse;
  at: number;
  full: boolean;
}

/**
 * Serves the page and the stream on the loopback interface, to pages of this very server that know the token.
 *
 * @throws when the port is taken.
 */
export async function startWatchServer(options: WatchOptions): Promise<WatchServer> {
  const token = randomBytes(18).toString('base64url');
  const hub = new Hub(options);
  const server = serveFolder(options.folder);
  const [files] = server.listeners('request') as ((q: IncomingMessage, s: ServerResponse) => void)[];
  let port = 0;
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refused = refusal(request, port);
    if (refused !== '') return void response.writeHead(403, PLAIN).end(`${refused}\n`);
    const asked = /^\/live\/([^/?]*)$/.exec(request.url ?? '')?.[1];
    if (asked === undefined) return files?.(request, response);
    if (request.method !== 'GET' || !alike(asked, token))
      return void response.writeHead(404, PLAIN).end('There is no such stream: it ended with its watch.\n');
    hub.join(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, HOST, resolve);
  });
  ({ port } = server.address() as AddressInfo);
  return Object.assign(hub.listener(), {
    address: `http://${HOST}:${port}/#live=${token}`,
    queue: (text: string, trouble: string) => hub.queue(text, trouble),
    close: () =>
      new Promise<void>((resolve) => {
        hub.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };

/** Why a request is not answered: one by another name, which a foreign site could have led here, or one of another site. */
function refusal({ headers, url = '' }: IncomingMessage, port: number): string {
  const own = [`${HOST}:${port}`, `localhost:${port}`];
  if (!own.includes(headers.host ?? '')) return 'This server answers on the loopback interface only.';
  if (!url.startsWith('/live/')) return '';
  const site = headers['sec-fetch-site'];
  const foreign =
    (site !== undefined && site !== 'same-origin') ||
    (headers.origin !== undefined && !own.includes(headers.origin.replace(/^http:\/\//, '')));
  return foreign ? 'The lines are for the page of this server only.' : '';
}

/** Compared in the same time, wherever they differ. */
function alike(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What was heard, and who listens. */
class Hub {
  private readonly kept = new Kept(KEPT);
  private readonly readers = new Set<Reader>();
  private readonly options: WatchOptions;
  private readonly timer: NodeJS.Timeout;
  private lastQueue = '';
  private end = '';
  private gone = false;
  /** The last turns of the file, for pages that come later. */
  private readonly turns: { what: Change; at: number }[] = [];
  private read = 0;

  constructor(options: WatchOptions) {
    this.options = options;
    this.timer = setInterval(() => {
      for (const { response } of this.readers) response.write(': still there\n\n');
    }, STILL_THERE);
    this.timer.unref();
  }

  listener(): Listener {
    return {
      lines: (bytes, read) => {
        this.kept.add(bytes);
        this.read = read;
        for (const reader of this.readers) this.pump(reader);
      },
      changed: (what) => this.changed(what),
      ended: (reason) => {
        this.end = reason;
        this.tell('ended', { reason });
      },
    };
  }

  queue(text: string, trouble: string): void {
    this.lastQueue = JSON.stringify({ at: Date.now(), text, trouble });
    for (const { response } of this.readers) response.write(`event: queue\ndata: ${this.lastQueue}\n\n`);
  }

  close(): void {
    clearInterval(this.timer);
    this.tell('ended', { reason: 'npm run watch was ended' });
    for (const { response } of this.readers) response.end();
    this.readers.clear();
  }

  /** A page that listens; one that was away says where it was. */
  join(request: IncomingMessage, response: ServerResponse): void {
    const { name, zone, settings = [] } = this.options;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    const last = Number(request.headers['last-event-id'] ?? Number.NaN);
    const wanted = Number.isSafeInteger(last) && last >= 0 && last <= this.kept.end ? last : 0;
    const at = Math.max(wanted, this.kept.start);
    const lost = Number.isNaN(last) ? 0 : at - wanted;
    const reader: Reader = { response, at, full: false };
    response.write(`retry: 1000\n\n`);
    send(response, 'hello', { name, zone, settings, lost, again: !Number.isNaN(last), gone: this.gone });
    if (Number.isNaN(last)) for (const turn of this.turns) send(response, 'changed', turn);
    if (this.lastQueue !== '') response.write(`event: queue\ndata: ${this.lastQueue}\n\n`);
    this.readers.add(reader);
    response.on('drain', () => {
      reader.full = false;
      this.pump(reader);
    });
    response.on('close', () => this.readers.delete(reader));
    this.pump(reader);
    if (this.end !== '') send(response, 'ended', { reason: this.end });
  }

  private changed(what: Change): void {
    this.gone = what === 'gone';
    const turn = { what, at: Date.now() };
    if (what === 'renamed' || what === 'truncated') this.turns.push(turn);
    if (this.turns.length > TURNS) this.turns.shift();
    this.tell('changed', turn);
  }

  private tell(event: string, data: object): void {
    for (const { response } of this.readers) send(response, event, data);
  }

  /** Sends what a page has not had, as fast as it takes it. */
  private pump(reader: Reader): void {
    while (!reader.full && reader.at < this.kept.end) {
      const bytes = this.kept.from(reader.at, AT_ONCE);
      reader.at += bytes.length;
      // A byte a letter: a log may hold bytes that are no text, and a part may end in the middle of a letter.
      const text = Buffer.from(bytes).toString('latin1');
      const data = JSON.stringify({ text, read: this.read, behind: this.kept.end - reader.at });
      reader.full = !reader.response.write(`event: lines\nid: ${reader.at}\ndata: ${data}\n\n`);
    }
  }
}

function send(response: ServerResponse, event: string, data: object): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
