import { csvFormatRow } from 'd3';

/** A line of a table as a file (RFC 4180). A text that a spreadsheet would take for a formula, and that is no number, gets an apostrophe in front. */
export function csvLine(cells: readonly (string | number)[]): string {
  const plain = (cell: string | number): string =>
    typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell))
      ? `'${cell}`
      : String(cell);
  return `${csvFormatRow(cells.map(plain))}\r\n`;
}
