/**
 * QR codes of links, made by uqr. Level M where it fits a size that a phone still reads from a screen, else L: finer modules
 * cost more reading than weaker checks.
 */
import { encode, type QrCodeGenerateResult } from 'uqr';

/** Modules, row by row; true = black. Without the quiet zone, which is four modules wide. */
export type QrCode = Pick<QrCodeGenerateResult, 'size' | 'version' | 'data'>;

/** Level M is given up above this version. */
const MEDIUM_MAX = 16;
const VERSION_MAX = 40;

/** The code of a text, or null when it is longer than any code holds (2,953 bytes). */
export function qrCode(text: string): QrCode | null {
  return encoded(text, 'M', MEDIUM_MAX) ?? encoded(text, 'L', VERSION_MAX);
}

/** null = the text does not fit: that is all that uqr throws for here. */
function encoded(text: string, ecc: 'L' | 'M', maxVersion: number): QrCode | null {
  try {
    return encode(text, { ecc, maxVersion, border: 0 });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The code as one path of a drawing whose unit is a module, with the quiet zone. */
export function qrPath({ data }: QrCode): string {
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      path += `M${from + QUIET} ${y + QUIET}h${x - from + 1}v1h${from - x - 1}z`;
    }
  });
  return path;
}

/** Modules of white around the code. */
export const QUIET = 4;

/** The code as a file that any program opens. */
export function qrSvg(code: QrCode): string {
  const side = code.size + 2 * QUIET;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 8}" height="${side * 8}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${qrPath(code)}"/></svg>\n`;
}
