/**
 * HTTP servers that survive every request, and one that serves a built page: the files of a folder with the same headers as
 * `public/examples/nginx.conf`.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import send from '@fastify/send';
import { boundConnections } from './connections.mjs';

/** Most open connections. Each needs a descriptor for itself and one for its file; a process often has 1,024. */
const CONNECTIONS_MAX = 400;
/** Most requests per connection, which a client may pipeline. Browsers then open another connection. */
const REQUESTS_MAX = 100;
/** Milliseconds after which an idle connection is closed; twice that during a write. */
const IDLE_MS = 20_000;
/** Milliseconds within which a request's headers, and the whole request, must arrive. Checked twice in that time. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 20_000;
/** Error codes for a lack of descriptors, memory or buffers: a later request may succeed. */
const BUSY = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN']);

export function refuse(response, status, why, headers = {}) {
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(status, { ...headers, ...type }).end(`${why}\n`);
}

/** Turns an error into a response, or closes the connection if the response has begun. */
function answerFault(response, { code = '' }) {
  if (response.headersSent || response.destroyed) response.destroy();
  else if (BUSY.has(code)) refuse(response, 503, 'The server is busy. Try again.', { 'Retry-After': '1' });
  else refuse(response, 500, `The server could not answer${code === '' ? '' : ` (${code})`}.`);
}

/**
 * Creates a server, not listening yet, that survives every request: errors of `answer` and of its streams end only that
 * request. The number of connections is limited; idle ones and those whose request does not arrive are closed.
 *
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => unknown} answer
 * @param {number} connections Most open connections.
 */
export function createSafeServer(answer, connections = CONNECTIONS_MAX) {
  const times = {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: HEADERS_MS / 2,
  };
  const server = createServer(times, (request, response) => {
    // A client that disconnects is not an error. Without these listeners it would end the process.
    for (const stream of [request, response]) stream.on('error', () => {});
    new Promise((resolve) => {
      resolve(answer(request, response));
    }).catch((error) => {
      answerFault(response, error);
      if (BUSY.has(error.code)) closeOne(request.socket);
    });
  });
  const closeOne = boundConnections(server, connections);
  server.maxRequestsPerSocket = REQUESTS_MAX;
  server.timeout = IDLE_MS;
  return server;
}

/**
 * Resolves when the server listens.
 *
 * @param {import('node:http').Server} server
 * @param {import('node:net').ListenOptions} options
 * @returns {Promise<void>}
 */
export function listen(server, options) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      // Listening for errors keeps the server alive when no descriptor is free for a connection; later ones may succeed.
      server.on('error', () => {});
      resolve();
    });
  });
}

/** Returns the requested URL, or null when it does not parse. */
export function addressOf({ url = '' }) {
  return URL.canParse(url, 'http://host') ? new URL(url, 'http://host') : null;
}

/**
 * Reads the rules of a `_headers` file (a path, then indented `Name: value` lines), in order. A path may end in `*`. Returns
 * an empty list if the folder has no such file.
 *
 * @param {string} folder
 * @returns {{ path: string, headers: [name: string, value: string][] }[]}
 */
export function readRules(folder) {
  const file = join(folder, '_headers');
  const rules = [];
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const header = /^\s+([^:\s]+):\s*(.*)$/.exec(line);
    if (header !== null) rules.at(-1)?.headers.push([header[1], header[2]]);
    else if (line.startsWith('/')) rules.push({ path: line.trim(), headers: [] });
  }
  return rules;
}

const meets = (rule, path) =>
  rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path;

/**
 * The headers of a response. `_headers` only matches paths, so it lets every site frame the page. Here the query decides, as
 * in nginx.conf: other sites may frame only the embedded view.
 *
 * @param {ReturnType<typeof readRules>} rules
 * @param {URL} address
 * @returns {Record<string, string>}
 */
export function headersOf(rules, { pathname, searchParams }) {
  const headers = { 'Cache-Control': 'no-cache' };
  for (const rule of rules)
    if (meets(rule, pathname)) Object.assign(headers, Object.fromEntries(rule.headers));
  const policy = headers['Content-Security-Policy'];
  if (policy !== undefined && !searchParams.get('embed'))
    headers['Content-Security-Policy'] = policy.replace('frame-ancestors *', "frame-ancestors 'self'");
  return headers;
}

/** A single valid range. Several ranges may be answered with the whole file, and invalid ones must be ignored. */
const RANGE = /^bytes=(?:(\d+)-(\d*)|-\d+)$/i;

/**
 * The range of a request according to RFC 9110; undefined = the whole file. The package would reject a range that ends
 * before it starts, and would accept our weak ETags in `If-Range`, which needs strong ones.
 */
function rangeOf({ range = '', 'if-range': validator = '' }) {
  const [, first, last] = RANGE.exec(range) ?? [];
  const backwards = first !== undefined && last !== '' && Number(last) < Number(first);
  return RANGE.test(range) && !backwards && !validator.includes('"') ? range.toLowerCase() : undefined;
}

async function findFile({ method, headers }, path, folder) {
  const range = rangeOf(headers);
  const ask = (of) =>
    send({ method, headers: { ...headers, range: of } }, path, { root: folder, cacheControl: false });
  const file = await ask(range);
  // `bytes=-900` of a shorter file means the whole file; the package would answer 416.
  return file.statusCode === 416 && /^bytes=-0*[1-9]/.test(range) ? ask(undefined) : file;
}

/**
 * Answers with the files of `folder`. Each request reads the folder again, so a build that replaces it only causes missing
 * files.
 *
 * @param {string} folder
 */
export function answerFiles(folder) {
  const rules = readRules(folder);
  return async (request, response) => {
    const address = addressOf(request);
    if (address === null) return refuse(response, 400, 'This address cannot be read.');
    const { 'Cache-Control': caching, ...headers } = headersOf(rules, address);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Files can only be read here.', { ...headers, Allow: 'GET, HEAD' });
    const file = await findFile(request, address.pathname, folder);
    // Opened before the response begins, so that a failure can still be reported.
    if (file.stream.pending) await once(file.stream, 'open');
    if (file.statusCode < 400) headers['Cache-Control'] = caching;
    response.writeHead(file.statusCode, { ...file.headers, ...headers });
    return pipeline(file.stream, response);
  };
}

/**
 * A server for the files of `folder`, not listening yet.
 *
 * @param {string} folder
 * @param {number} [connections] Most open connections.
 */
export function serveFolder(folder, connections) {
  return createSafeServer(answerFiles(folder), connections);
}

/**
 * The addresses of a server that listens on `host`, the nearest first. `host` "" = all interfaces of the machine.
 *
 * @param {string} host
 * @param {number} port
 * @param {ReturnType<typeof networkInterfaces>} interfaces
 */
export function addresses(host, port, interfaces = networkInterfaces()) {
  const url = (name) => `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
  if (host === '127.0.0.1' || host === '::1') return [url('localhost')];
  if (!['', '0.0.0.0', '::'].includes(host)) return [url(host)];
  const others = Object.values(interfaces).flatMap((list) => (list ?? []).filter((one) => !one.internal));
  const family = (name) => others.filter((one) => one.family === name).map((one) => one.address);
  // Link-local addresses (fe80::) need a zone, which browsers do not accept.
  const outside = [...family('IPv4'), ...family('IPv6').filter((address) => !address.startsWith('fe80:'))];
  return [url('localhost'), ...outside.map(url)];
}
