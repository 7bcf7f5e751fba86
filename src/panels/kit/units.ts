/** Keeps a figure and its unit on one line with a no-break space. */
export function withUnits(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:s|ms|µs|min|h|d|%|coins?)(?![\p{L}\d]))/gu, '\u00a0');
}
