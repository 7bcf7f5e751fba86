/** The domain of an address, in small letters: what stands behind the last @; the whole text where there is none. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** The same, to be counted by: `(local)` for one without. */
export function domainOfAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 || at === address.length - 1 ? '(local)' : address.slice(at + 1).toLowerCase();
}
