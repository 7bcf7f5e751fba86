/**
 * Names that arrive from outside: destinations, transports, parameter names. They become keys of tables and text on
 * the page, so what is refused here needs no second thought anywhere else.
 */

/** Longest host name that DNS allows. */
export const NAME_MAX = 253;

const TRANSPORT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** Host names, addresses in brackets and ports, as nexthops are written in Postfix tables. */
const DESTINATION = /^[A-Za-z0-9[][A-Za-z0-9._:\][-]*$/;

/**
 * False for names that an ordinary object already answers to (`constructor`, `__proto__`, `toString` …): used as a key
 * they would read or change something else.
 */
export function isSafeKey(name: string): boolean {
  return !(name in Object.prototype) && name !== 'prototype';
}

/** A transport name, as in master.cf. */
export function isTransportName(name: string): boolean {
  return name.length <= NAME_MAX && TRANSPORT.test(name) && isSafeKey(name);
}

/** A destination (nexthop): a host name, or an address in brackets, with an optional port. */
export function isDestinationName(name: string): boolean {
  return name.length <= NAME_MAX && DESTINATION.test(name) && isSafeKey(name);
}

/** Text without control characters (line feeds allowed when `lines`), and without marks that reorder other text. */
export function isPlainText(text: string, lines = false): boolean {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (lines && code === 10) continue;
    if (code < 32 || (code >= 127 && code < 160)) return false;
    if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return false;
  }
  return true;
}
