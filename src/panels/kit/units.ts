/** A figure and its unit on one line: what is read as one number is not broken in two. */
export function withUnits(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:s|ms|µs|min|h|d|%)(?![\p{L}\d]))/gu, '\u00a0');
}
