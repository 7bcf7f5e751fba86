/** True when a link's hash is that of this run; a link that does not say agrees with every run. */
export function agrees(linkHash: string, runHash: string): boolean {
  return linkHash === '' || runHash.startsWith(linkHash);
}
