import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { addressOf, createSafeServer, headersOf, listen, readRules, refuse } from './serve.mjs';

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
  /**
   * Changes the content of all files that are served from now on. Tests use this to serve a newer version of the page.
   */
  edit(change: (path: string, text: string) => string): void;
  close(): Promise<void>;
}

/** Serves a built page as a good static host does: compressed, with the recommended headers. Uses a free port. */
export async function serveDist(dist: string): Promise<Served> {
  let change: (path: string, text: string) => string = (_path, text) => text;
  const packed = new Map<string, Buffer>();
  const rules = readRules(dist);
  const server = createSafeServer((request, response) => {
    const address = addressOf(request);
    const path = address === null ? null : pathOf(address);
    const file = join(dist, path ?? '');
    if (address === null || path === null || !statSync(file, { throwIfNoEntry: false })?.isFile())
      return refuse(response, 404, 'There is no such file.');
    const type = extname(file);
    const bytes = readFileSync(file);
    const headers = {
      ...headersOf(rules, address),
      'Content-Type': TYPES[type] ?? 'application/octet-stream',
    };
    if (!PACKED.test(type)) return response.writeHead(200, headers).end(bytes);
    const text = change(path, bytes.toString('utf8'));
    // Compress each content once, so that measurements show the network and not this machine.
    const body = packed.get(text) ?? gzipSync(text, { level: 9 });
    packed.set(text, body);
    return response
      .writeHead(200, { ...headers, 'Content-Encoding': 'gzip', 'Content-Length': body.length })
      .end(body);
  });
  await listen(server, { port: 0, host: '127.0.0.1' });
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

/** The path of the requested file inside the served folder; null if the address is badly encoded. */
function pathOf({ pathname }: URL): string | null {
  try {
    const asked = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    // `normalize` removes every `..` from a path that begins with a slash.
    return asked.includes('\0') ? null : normalize(asked);
  } catch {
    return null;
  }
}
