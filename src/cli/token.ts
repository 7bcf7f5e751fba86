import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The only interface on which a page with a token is served. */
export const LOOPBACK = '127.0.0.1';

/** Makes the token for an address. A request with this token may read the data of the page at this address. */
export const newToken = (): string => randomBytes(18).toString('base64url');

/** Compares two texts in constant time, so that the time does not tell how much of a token is right. */
export function isToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Returns why a request is refused; '' = it is accepted. Refuses a host name that is not this server's (DNS
 * rebinding), and requests for data that come from another site. `data`: path prefix of the data.
 */
export function whyRefused({ headers, url = '' }: IncomingMessage, port: number, data: string): string {
  const own = [`${LOOPBACK}:${port}`, `localhost:${port}`];
  if (!own.includes(headers.host ?? '')) return 'This server answers on the loopback interface only.';
  if (!url.startsWith(data)) return '';
  const site = headers['sec-fetch-site'];
  const foreign =
    (site !== undefined && site !== 'same-origin') ||
    (headers.origin !== undefined && !own.includes(headers.origin.replace(/^http:\/\//, '')));
  return foreign ? 'Only the page of this server may read the log.' : '';
}
