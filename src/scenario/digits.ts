/** Groups digits in threes with thin spaces; a comma could be read as a decimal point. */
export function groupDigits(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}
