import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draw } from '../../src/learn/questions/draw.ts';
import { listen, serveFolder } from '../../src/cli/serve.mjs';
import { startWatchServer } from '../../src/record/cli/watching/server.ts';
import { type FuzzKind, mutate } from './kind.ts';

const PAGE = 'the page';
/** Content of a file beside the served folder. No response may contain it. */
const SECRET = 'the file outside';
/** A line of the followed log. Only requests with the token may receive it. */
const LINE = 'the line of the log';
const READ_MAX = 1_000_000;
/** Milliseconds for which a connection is kept open, because a response may be an endless stream of lines. */
const OPEN_MS = 20;

const METHODS = ['HEAD', 'POST', 'OPTIONS', 'CONNECT', 'get', ''] as const;
const FILES = ['/', '/docs.css', '/big.bin', '/live/{token}'] as const;
const TARGETS = [
  '/assets',
  '/docs.css/',
  '/?embed=%',
  '/live/',
  '/live/guess',
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/....//secret.txt',
  '/..\\secret.txt',
  '/..%5csecret.txt',
  '/%c0%ae%c0%ae/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '//secret.txt',
  '/%00',
  '/%',
  '*',
  'http://[',
  'http://localhost/../secret.txt',
] as const;
const PLACES = ['', '0', '1', '5', '9', '10', '99999999999999999999'] as const;
const NUMBERS = ['0', '1', '5', '10', '-1', '1e3', '99999999999999999999', '', 'x'] as const;
const HEADERS: readonly ((draw: Draw) => string)[] = [
  (draw) => `Range: bytes=${draw.pick(PLACES)}-${draw.pick(PLACES)}`,
  (draw) => `Range: bytes=${draw.pick(PLACES)}-`,
  (draw) => `Range: bytes=-${draw.pick(PLACES)}`,
  (draw) => `Range: bytes=${'0-0,'.repeat(draw.below(2000))}-${draw.pick(NUMBERS)}`,
  (draw) => `Range: ${draw.pick(['lines', 'BYTES', '=', 'bytes='])}=${draw.pick(NUMBERS)}-`,
  (draw) => `If-None-Match: ${draw.pick(['*', '"', 'W/', '"a", '.repeat(500)])}`,
  (draw) => `If-Range: ${draw.pick(['"', 'W/"a"', 'x', 'Thu, 01 Jan 1970 00:00:00 GMT'])}`,
  (draw) => `If-Modified-Since: ${draw.pick(NUMBERS)}`,
  (draw) => `Last-Event-ID: ${draw.pick(NUMBERS)}`,
  (draw) => `Origin: ${draw.pick(['null', 'http://{host}', 'https://evil.example'])}`,
  (draw) => `Sec-Fetch-Site: ${draw.pick(['same-origin', 'cross-site', ''])}`,
];
/** Headers for which the HTTP parser usually rejects the request. */
const RARE: typeof HEADERS = [
  (draw) => `Content-Length: ${draw.pick(NUMBERS)}`,
  (draw) => `Transfer-Encoding: ${draw.pick(['chunked', 'gzip, chunked', 'x'])}`,
  (draw) => `Expect: ${draw.pick(['100-continue', 'x'])}`,
  () => 'Connection: Upgrade\nUpgrade: websocket',
  (draw) => `Cookie: ${'a'.repeat(draw.below(20_000))}`,
];
/**
 * Behaviour of a client: it reads the response, closes before the response, closes within its request, or repeats its
 * request.
 */
const MANNERS = ['reads', 'reads', 'reads', 'leaves', 'stops', 'repeats'] as const;

/** Runs both servers during `work`, each with its own folder. */
async function withServers<T>(work: (ports: { files: number; watch: number; token: string }) => Promise<T>) {
  const top = mkdtempSync(join(tmpdir(), 'qmgrscope-requests-'));
  const folder = join(top, 'page');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(top, 'secret.txt'), SECRET);
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'docs.css'), '0123456789');
  writeFileSync(join(folder, 'big.bin'), '');
  truncateSync(join(folder, 'big.bin'), 8 * 1024 * 1024);
  const server = serveFolder(folder);
  await listen(server, { port: 0, host: '127.0.0.1' });
  const watch = await startWatchServer({ folder, port: 0, name: 'log', zone: 'UTC' });
  watch.lines(Buffer.from(`${LINE}\n`), 1);
  try {
    const { port, hash } = new URL(watch.address);
    const token = hash.replace('#live=', '');
    return await work({ files: (server.address() as AddressInfo).port, watch: Number(port), token });
  } finally {
    server.close();
    server.closeAllConnections();
    await watch.close();
    rmSync(top, { recursive: true });
  }
}

function page(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/', agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

/**
 * Sends the bytes. Returns what the server sends until the connection closes, but stops `OPEN_MS` after another client has
 * received its page.
 *
 * @throws when the server does not answer the other client.
 */
async function exchange(port: number, bytes: Buffer, manner: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => {});
  socket.on('data', (part) => {
    text += part.toString('latin1');
    if (text.length > READ_MAX) socket.destroy();
  });
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  const sent = new Promise<void>((resolve) => {
    socket.write(manner === 'stops' ? bytes.subarray(0, bytes.length / 2) : bytes, () => resolve());
  });
  await Promise.race([sent, closed]);
  if (manner === 'leaves' || manner === 'stops') socket.destroy();
  if ((await page(port)) !== PAGE) throw new Error('the server does not answer other readers');
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, OPEN_MS))]);
  socket.destroy();
  return text;
}

/** Collects server errors that would have ended the process. */
async function withoutFaults<T>(work: () => Promise<T>): Promise<T> {
  const faults: Error[] = [];
  const hear = (error: Error): void => void faults.push(error);
  process.on('uncaughtException', hear);
  try {
    return await work();
  } finally {
    process.off('uncaughtException', hear);
    // oxlint-disable-next-line no-unsafe-finally -- what ended a server is the reason of what followed
    if (faults[0] !== undefined) throw faults[0];
  }
}

/**
 * A request to the server of `npm start` or of `npm run watch`. The first line of an input has the server's name and the
 * client's behaviour; the rest is the request. `{host}` and `{token}` stand for the server's address and token.
 */
export const requests: FuzzKind = {
  patience: 1,
  make(draw) {
    const name = draw.pick(['files', 'watch']);
    const rarely = <T>(usual: readonly T[], rare: readonly T[]): T | undefined =>
      draw.pick(draw.below(5) === 0 ? rare : usual);
    const headers = Array.from({ length: draw.below(4) }, () => rarely(HEADERS, RARE)?.(draw));
    const target = draw.pick(draw.below(3) === 0 ? TARGETS : FILES);
    const host = draw.below(6) === 0 ? 'evil.example' : '{host}';
    const lines = [
      `${rarely(['GET'], METHODS)} ${target} HTTP/1.1`,
      `Host: ${host}`,
      ...headers,
      'Connection: close',
      '',
      '',
    ];
    const text = lines.join('\n');
    return `${name} ${draw.pick(MANNERS)}\n${draw.below(6) === 0 ? mutate(text, draw) : text}`;
  },
  check: (input) =>
    withoutFaults(() =>
      withServers(async (ports) => {
        const end = `${input}\n`.indexOf('\n');
        const [first, text] = [input.slice(0, end), input.slice(end + 1)];
        const name = first.includes('watch') ? 'watch' : 'files';
        const [, manner = ''] = first.split(' ');
        // After a request with `Connection: close` the server reads no further request.
        const before = manner === 'repeats' ? text.replaceAll('Connection: close\n', '').repeat(50) : '';
        const bytes = (before + text)
          .replaceAll('{host}', `127.0.0.1:${ports[name]}`)
          .replaceAll('{token}', ports.token)
          .replaceAll('\n', '\r\n');
        const answer = await exchange(ports[name], Buffer.from(bytes), manner);
        if (answer.includes(SECRET)) throw new Error('a file outside the folder is served');
        if (answer.includes(LINE) && !/[/]live[/]\{token\}/.test(text))
          throw new Error('the log is shown to a client that does not know the token');
        return `${name} ${/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'nothing'}`;
      }),
    ),
};
