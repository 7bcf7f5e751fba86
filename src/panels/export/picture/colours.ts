/** A colour that every drawing program reads, and how much of it there is: 0 to 1. */
interface Ink {
  hex: string;
  alpha: number;
}

const known = new Map<string, Ink | null>();
let sheet: OffscreenCanvasRenderingContext2D | null = null;

/**
 * A colour of a computed style as sRGB. Browsers keep mixed colours in the space in which they were mixed (`oklab(…)`),
 * which drawing programs take for black. Null for what is no colour (`none`, `url(…)`).
 */
export function inkOf(colour: string): Ink | null {
  const before = known.get(colour);
  if (before !== undefined) return before;
  const ink = read(colour);
  known.set(colour, ink);
  return ink;
}

function read(colour: string): Ink | null {
  if (!CSS.supports('color', colour)) return null;
  const plain = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour);
  if (plain !== null) {
    const [, r, g, b, alpha = '1'] = plain;
    return { hex: hexOf([Number(r), Number(g), Number(b)]), alpha: Number(alpha) };
  }
  // Painted without its opacity: a canvas keeps few steps of what hardly shows.
  const alpha = / \/ ([\d.]+)\)$/.exec(colour)?.[1] ?? '1';
  sheet ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (sheet === null) return null;
  sheet.fillStyle = colour.replace(/ \/ [\d.]+\)$/, ')');
  sheet.fillRect(0, 0, 1, 1);
  return { hex: hexOf([...sheet.getImageData(0, 0, 1, 1).data.subarray(0, 3)]), alpha: Number(alpha) };
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
