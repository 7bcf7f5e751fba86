/** A cell of a table from outside: a table program takes what begins with these signs for a formula. */
export function plainCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}
