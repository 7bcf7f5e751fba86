/** The text that an address of `#postfix` searches for (`&q=…`); "" without one, or where it cannot be read. */
export function searchedIn(hash: string): string {
  try {
    return decodeURIComponent(/&q=([^&]*)/.exec(hash)?.[1] ?? '');
  } catch {
    return '';
  }
}
