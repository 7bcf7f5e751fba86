/**
 * Serves a built page to browsers: the files of a folder, with the headers that its `_headers` names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import sirv from 'sirv';

/**
 * The rules of a `_headers` file (a path, then indented `Name: value` lines), in their order. A path may end in `*`.
 *
 * @param {string} text
 * @returns {{ path: string, headers: [name: string, value: string][] }[]}
 */
function readHeaders(text) {
  const rules = [];
  for (const line of text.split('\n')) {
    const header = /^\s+([^:\s]+):\s*(.*)$/.exec(line);
    if (header !== null) rules.at(-1)?.headers.push([header[1], header[2]]);
    else if (line.startsWith('/')) rules.push({ path: line.trim(), headers: [] });
  }
  return rules;
}

const meets = (rule, path) =>
  rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path;

/**
 * A server for the files of `folder`, not listening yet. It looks at the folder anew for each request: a build that takes
 * it away makes it answer 404, not end.
 *
 * @param {string} folder
 */
export function serveFolder(folder) {
  const file = join(folder, '_headers');
  const rules = existsSync(file) ? readHeaders(readFileSync(file, 'utf8')) : [];
  const files = sirv(folder, {
    dev: true,
    etag: true,
    setHeaders(response, path) {
      for (const rule of rules)
        if (meets(rule, path)) for (const [name, value] of rule.headers) response.setHeader(name, value);
    },
  });
  return createServer((request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') files(request, response);
    else response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  });
}

/**
 * The addresses at which a server that listens on `host` is reached, the nearest first. `host` "": on every interface of
 * the machine.
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
  // An address of one link alone (fe80::) needs a zone that no browser takes.
  const outside = [...family('IPv4'), ...family('IPv6').filter((address) => !address.startsWith('fe80:'))];
  return [url('localhost'), ...outside.map(url)];
}
