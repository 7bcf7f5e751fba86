/** A whole number in groups of three, with a thin space between them, so that no comma is read as a decimal point. */
export function groupDigits(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}
