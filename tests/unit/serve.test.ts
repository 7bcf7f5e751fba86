import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveDist } from '../../src/cli/serve-dist.ts';
import { createSafeServer, listen, serveFolder } from '../../src/cli/serve.mjs';

const MOST = 40;

let top = '';
let folder = '';
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'qmgrscope-serve-'));
  folder = join(top, 'page');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(top, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), 'the page');
  writeFileSync(join(folder, 'digits.css'), '0123456789');
  writeFileSync(join(folder, 'empty.js'), '');
  writeFileSync(join(folder, 'assets', 'a.js'), 'a');
  writeFileSync(join(folder, 'big.bin'), '');
  truncateSync(join(folder, 'big.bin'), 32 * 1024 * 1024);
  writeFileSync(
    join(folder, '_headers'),
    "/*\n  Content-Security-Policy: default-src 'none'; frame-ancestors *\n  X-Content-Type-Options: nosniff\n/assets/*\n  Cache-Control: immutable\n",
  );
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** Opens connections that send a text and never read. Resolves when each one is open or closed again. */
async function flood(port: number, count: number, text: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    return socket.on('error', () => {});
  });
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
  );
  return sockets;
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}

describe('the server of a folder', () => {
  let server: Server;
  let port = 0;
  beforeEach(async () => {
    server = serveFolder(folder, MOST);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' });

  it.each([
    ['', 200, null, '0123456789'],
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=7-99999999999999999999', 206, 'bytes 7-9/10', '789'],
    ['bytes=-5', 206, 'bytes 5-9/10', '56789'],
    ['BYTES=-1', 206, 'bytes 9-9/10', '9'],
    // The file has less than 500 bytes, so its last 500 bytes are the whole file.
    ['bytes=-500', 200, null, '0123456789'],
    // A malformed range is ignored, and several ranges may be answered with the whole file.
    ['bytes=5-2', 200, null, '0123456789'],
    ['bytes=x', 200, null, '0123456789'],
    ['bytes=-', 200, null, '0123456789'],
    ['lines=1-2', 200, null, '0123456789'],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
  ])('answers the range "%s" with %i', async (range, status, contentRange, text) => {
    const answer = await get('/digits.css', range === '' ? {} : { Range: range });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(await answer.text()).toBe(text);
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('refuses the range "%s" with 416', async (range) => {
    const answer = await get('/digits.css', { Range: range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */10');
  });

  it('answers with the whole file when If-Range names an ETag, which is weak', async () => {
    const etag = (await get('/digits.css')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\//);
    expect((await get('/digits.css', { Range: 'bytes=1-2', 'If-Range': etag })).status).toBe(200);
    expect((await get('/digits.css', { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })).status).toBe(
      304,
    );
  });

  it.each(['/..%2fsecret.txt', '/%2e%2e/secret.txt', '/..%5csecret.txt', '/assets/..%2f..%2fsecret.txt'])(
    'serves nothing outside its folder: %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.text()).not.toContain('secret');
    },
  );

  it.each([
    ['/%', 400],
    ['/%00', 400],
    ['/%c0%af', 400],
    ['/nothing', 404],
    ['/empty.js', 200],
  ])('answers %s with %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  it('finds no file whose name is too long for one', async () => {
    expect((await get(`/${'a'.repeat(5000)}`)).status).toBe(404);
  });

  it('sends the headers of nginx.conf: other sites may frame only the embedded view', async () => {
    const policy = async (path: string): Promise<string | null> =>
      (await get(path)).headers.get('content-security-policy');
    expect(await policy('/?embed=stage')).toBe("default-src 'none'; frame-ancestors *");
    for (const path of ['/', '/?embed=', '/digits.css', '/nothing'])
      expect(await policy(path)).toBe("default-src 'none'; frame-ancestors 'self'");
    const caching = async (path: string): Promise<string | null> =>
      (await get(path)).headers.get('cache-control');
    expect(await caching('/')).toBe('no-cache');
    expect(await caching('/assets/a.js')).toBe('immutable');
    expect(await caching('/assets/old.js')).toBeNull();
  });

  it.each([
    ['take nothing of an answer', 'GET /big.bin HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['ask for nothing', ''],
    ['send a part of their headers', 'GET / HTTP/1.1\r\nHo'],
    ['send a part of their body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx'],
  ])('answers a new request while many others %s', async (_, text) => {
    const others = await flood(port, 3 * MOST, text);
    expect((await get('/')).status).toBe(200);
    // No other client had to be disconnected for the new request, because the server may have up to MOST connections.
    const count = await connectionsOf(server);
    expect(count).toBeGreaterThan(MOST / 2);
    expect(count).toBeLessThanOrEqual(MOST);
    for (const socket of others) socket.destroy();
  });

  it('gives a request a bounded time to arrive', () => {
    for (const milliseconds of [server.headersTimeout, server.requestTimeout]) {
      expect(milliseconds).toBeGreaterThan(0);
      expect(milliseconds).toBeLessThanOrEqual(20_000);
    }
  });

  it('closes the connection of a reader that takes nothing', async () => {
    expect(server.timeout).toBeGreaterThan(0);
    server.timeout = 50;
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /big.bin HTTP/1.1\r\nHost: a\r\n\r\n'));
    await once(server, 'connection');
    await expect.poll(() => connectionsOf(server)).toBe(0);
    socket.destroy();
  });
});

it('keeps a stream for a reader that takes all of it while others come and go', async () => {
  const responses: ServerResponse[] = [];
  const server = createSafeServer((_, response) => {
    responses.push(response);
    response.write('begun\n');
  }, MOST);
  let taken = 0;
  server.on('connection', () => taken++);
  await listen(server, { port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  const stream = connect(port, '127.0.0.1', () => stream.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  await once(stream, 'data');
  const others = await flood(port, 3 * MOST, '');
  await expect.poll(() => taken).toBe(1 + 3 * MOST);
  expect(await connectionsOf(server)).toBeLessThanOrEqual(MOST);
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([false]);
  for (const socket of [stream, ...others]) socket.destroy();
  server.close();
});

it('recovers after slow readers have used up all descriptors of the process', async () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../src/cli/serve.mjs')).href;
  const script = `import { createSafeServer, listen, serveFolder } from ${JSON.stringify(module)};
    const server = serveFolder(${JSON.stringify(folder)});
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(
    'sh',
    ['-c', 'ulimit -n 64; exec "$0" --input-type=module --eval "$1"', process.execPath, script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(printed);
    const readers = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'));
    const heard = readers.map((socket) => {
      socket.on('error', () => {});
      socket.write('GET /big.bin HTTP/1.1\r\nHost: a\r\n\r\n');
      return new Promise<void>((resolve) => {
        socket.on('close', () => resolve());
        socket.once('data', () => {
          socket.pause();
          resolve();
        });
      });
    });
    await Promise.all(heard);
    for (const socket of readers) socket.destroy();
    const answer = (): Promise<number> =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(answer).toBe(200);
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill('SIGKILL');
  }
});

it('the host of the tests survives a request that cannot be read', async () => {
  const served = await serveDist(folder);
  try {
    for (const path of ['/%', '/%00', '/..%2fsecret.txt'])
      expect((await fetch(`${served.url}${path}`)).status).toBe(404);
    expect(await (await fetch(served.url)).text()).toBe('the page');
  } finally {
    await served.close();
  }
});
