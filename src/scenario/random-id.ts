/**
 * A name that no other has: `bytes` random bytes as hex digits. `crypto.randomUUID` is missing on pages that came by plain http
 * from another machine; `getRandomValues` is there.
 */
export function randomId(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((n) => n.toString(16).padStart(2, '0'))
    .join('');
}
