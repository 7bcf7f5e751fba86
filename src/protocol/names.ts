/**
 * Names from outside: destinations, transports, parameters. They become table keys and page text; after these checks no other
 * code needs to check them again.
 */

/** Longest host name that DNS allows. */
export const NAME_MAX = 253;

const TRANSPORT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** Host names, addresses in brackets and ports, as nexthops are written in Postfix tables. */
const DESTINATION = /^[A-Za-z0-9[][A-Za-z0-9._:\][-]*$/;

/**
 * False for members that every object has (`constructor`, `__proto__`, `toString` …). Used as a table key, such a name would
 * read or overwrite that member.
 */
export function isSafeKey(name: string): boolean {
  return !(name in Object.prototype) && name !== 'prototype';
}

/** True for a transport name as in master.cf. */
export function isTransportName(name: string): boolean {
  return name.length <= NAME_MAX && TRANSPORT.test(name) && isSafeKey(name);
}

/** True for a destination (nexthop): a host name, or an address in brackets, with an optional port. */
export function isDestinationName(name: string): boolean {
  return name.length <= NAME_MAX && DESTINATION.test(name) && isSafeKey(name);
}

/** True for text without control characters (`lines` allows line feeds) and without marks that reorder other text. */
export function isPlainText(text: string, lines = false): boolean {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (lines && code === 10) continue;
    if (code < 32 || (code >= 127 && code < 160)) return false;
    if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return false;
  }
  return true;
}
