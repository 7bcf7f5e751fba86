/** The domain of an address in lower case. An address without @ is returned as a whole. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** The domain to count an address under: `(local)` if it has none. */
export function domainOfAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 || at === address.length - 1 ? '(local)' : address.slice(at + 1).toLowerCase();
}
