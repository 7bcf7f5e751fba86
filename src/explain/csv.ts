import { csvFormatRow } from 'd3';

/** One CSV row (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers do not. */
export function csvLine(cells: readonly (string | number)[]): string {
  const plain = (cell: string | number): string =>
    typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell))
      ? `'${cell}`
      : String(cell);
  return `${csvFormatRow(cells.map(plain))}\r\n`;
}
