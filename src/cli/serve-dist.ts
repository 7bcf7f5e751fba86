import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { cachingOf, embeddedOnly } from './build/security.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
const PACKED = /^\.(html|js|css|json|svg|webmanifest)$/;

export interface Served {
  url: string;
  /** Changes what a file holds, by its path, from now on: a newer version of the page, for a test. */
  edit(change: (path: string, text: string) => string): void;
  close(): Promise<void>;
}

/** Serves a built page as a good static host does: compressed, with the recommended headers, on a free port. */
export async function serveDist(dist: string): Promise<Served> {
  let change: (path: string, text: string) => string = (_path, text) => text;
  const packed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    const asked = decodeURIComponent(pathname);
    const path = normalize(asked.endsWith('/') ? `${asked}index.html` : asked);
    const file = join(dist, path);
    if (!file.startsWith(dist) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = extname(file);
    const bytes = readFileSync(file);
    const headers = {
      ...embeddedOnly(searchParams),
      ...cachingOf(path),
      'Content-Type': TYPES[type] ?? 'application/octet-stream',
    };
    if (!PACKED.test(type)) {
      response.writeHead(200, headers).end(bytes);
      return;
    }
    const text = change(path, bytes.toString('utf8'));
    // Packed once for each content: the measured time is the line's, not this machine's.
    const body = packed.get(text) ?? gzipSync(text, { level: 9 });
    packed.set(text, body);
    response
      .writeHead(200, { ...headers, 'Content-Encoding': 'gzip', 'Content-Length': body.length })
      .end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    edit(next) {
      change = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
