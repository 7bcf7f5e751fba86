/**
 * QR codes of links, drawn by uqr. Error correction is level M up to a size that phones can scan from a screen, else L:
 * smaller modules hurt scanning more than weaker error correction.
 */
import { encode, type QrCodeGenerateResult } from 'uqr';

/** Modules of a code, row by row; true = black. The quiet zone around the code (four modules wide) is not included. */
export type QrCode = Pick<QrCodeGenerateResult, 'size' | 'version' | 'data'>;

/** Largest version of a QR code with level M; larger codes have level L. */
const MEDIUM_MAX = 16;
const VERSION_MAX = 40;

/** QR code of a text; null above the maximum of 2,953 bytes. */
export function qrCode(text: string): QrCode | null {
  return encoded(text, 'M', MEDIUM_MAX) ?? encoded(text, 'L', VERSION_MAX);
}

/** A code of a text; null if the text does not fit, which is the only error that uqr throws here. */
function encoded(text: string, ecc: 'L' | 'M', maxVersion: number): QrCode | null {
  try {
    return encode(text, { ecc, maxVersion, border: 0 });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** SVG path of the code, one unit per module, with the quiet zone. */
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

/** Width of the quiet zone, in modules. */
export const QUIET = 4;

/** The code as an SVG file. */
export function qrSvg(code: QrCode): string {
  const side = code.size + 2 * QUIET;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 8}" height="${side * 8}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${qrPath(code)}"/></svg>\n`;
}
