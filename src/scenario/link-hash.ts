/** True when the hash in a link matches this run. A link that contains no hash ("") matches every run. */
export function agrees(linkHash: string, runHash: string): boolean {
  return linkHash === '' || runHash.startsWith(linkHash);
}
