/**
 * Makes HTTP servers that no request can crash. One of them serves the folder of a built page, with the same headers
 * as `public/examples/nginx.conf`.
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

/** Maximum number of open connections. Each may need two file descriptors (socket and file); a process often has only 1,024. */
const CONNECTIONS_MAX = 400;
/**
 * Maximum number of requests per connection, which a client may send all at the same time. Browsers then open a new
 * connection.
 */
const REQUESTS_MAX = 100;
/** Milliseconds after which an idle connection is closed. During a write, twice this time. */
const IDLE_MS = 20_000;
/** Milliseconds within which the headers of a request must arrive. REQUEST_MS: within which the whole request must arrive. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 20_000;
/** Error codes for a lack of file descriptors, memory or buffers: a later request may succeed. */
const BUSY = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN']);

export function refuse(response, status, why, headers = {}) {
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(status, { ...headers, ...type }).end(`${why}\n`);
}

/** Answers a request that has failed. If the response has already begun, closes the connection instead. */
function answerFault(response, { code = '' }) {
  if (response.headersSent || response.destroyed) response.destroy();
  else if (BUSY.has(code)) refuse(response, 503, 'The server is busy. Try again.', { 'Retry-After': '1' });
  else refuse(response, 500, `The server could not answer${code === '' ? '' : ` (${code})`}.`);
}

/**
 * Creates a server that is not listening yet and that no request can end: errors of `answer` and of its streams end only
 * their request. The number of connections is limited. Idle connections, and those whose request does not arrive, are closed.
 *
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => unknown} answer
 * @param {number} connections Maximum number of open connections.
 */
export function createSafeServer(answer, connections = CONNECTIONS_MAX) {
  const times = {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: HEADERS_MS / 2,
  };
  const server = createServer(times, (request, response) => {
    // A client that disconnects is not an error, but without these listeners it would end the process.
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
      // Without this listener, a lack of file descriptors would end the server; later connections may succeed.
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
 * an empty list if the folder has no `_headers` file.
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
 * The headers of a response. `_headers` can only match paths, so it lets every site frame the page. Here, as in nginx.conf,
 * the query is checked too: other sites may frame only the embedded view.
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

/** Matches one valid range. A server may answer several ranges with the whole file, and must ignore invalid ranges. */
const RANGE = /^bytes=(?:(\d+)-(\d*)|-\d+)$/i;

/**
 * The range of a request according to RFC 9110; undefined = the whole file. The package would reject a range that ends
 * before it starts, and would accept our weak ETags in `If-Range`, which requires strong ETags.
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
  // `bytes=-900` asks for the last 900 bytes. For a shorter file that is the whole file; the package would answer 416.
  return file.statusCode === 416 && /^bytes=-0*[1-9]/.test(range) ? ask(undefined) : file;
}

/**
 * Answers requests with the files of `folder`. Each request reads the folder again, so when a build replaces the folder,
 * requests only fail until the new files exist.
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
      return refuse(response, 405, 'This server accepts only GET and HEAD requests.', {
        ...headers,
        Allow: 'GET, HEAD',
      });
    const file = await findFile(request, address.pathname, folder);
    // Open the file before the response begins, so that a failure can still be reported.
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
 * @param {number} [connections] Maximum number of open connections.
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
  // Link-local addresses (fe80::) need a zone, which browsers do not accept in a URL.
  const outside = [...family('IPv4'), ...family('IPv6').filter((address) => !address.startsWith('fe80:'))];
  return [url('localhost'), ...outside.map(url)];
}
