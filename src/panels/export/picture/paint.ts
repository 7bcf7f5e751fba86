/** What of the page is drawn, and how it becomes text: the small words that the other files of this folder share. */

/** A box in pixels of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A piece of a line: the outline of its signs, or, where the page's fonts do not have them, the text itself. */
export interface Piece {
  /** Path data with the baseline at 0, 0, in pixels; "" for text. */
  path: string;
  text: string;
  /** Where it begins, from the beginning of the line, and how wide it is, in pixels. */
  x: number;
  width: number;
}

/** Sets a line of text as the page does: `width` is how wide the page made it, in pixels. */
export type Outliner = (text: string, style: CSSStyleDeclaration, width: number) => Piece[];

/** Where the picture is being written. */
export interface Sheet {
  /** Corner of the picture on the page. */
  origin: { x: number; y: number };
  parts: string[];
  /** Number of the next clip path. */
  clips: number;
  fonts: Set<string>;
  /** Draws text as shapes; null leaves it text. */
  outline: Outliner | null;
}

/** A box of the page as a box of the picture. */
export function boxOnPaper(sheet: Sheet, rect: DOMRectReadOnly): Box {
  const { x, y, width, height } = rect;
  return { x: x - sheet.origin.x, y: y - sheet.origin.y, width, height };
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text or an attribute of XML. Characters that XML does not have are left out. */
export function escapeXml(text: string): string {
  const allowed = [...text].filter((sign) => sign >= ' ' || sign === '\n' || sign === '\t').join('');
  return allowed.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? '');
}

/**
 * An element with those attributes that have a value. Numbers are cut to thousandths of a pixel, colours are written as sRGB
 * with their opacity beside them.
 */
export function tag(
  name: string,
  attributes: Record<string, string | number | undefined>,
  inside?: string,
): string {
  const text = Object.entries({ ...attributes, ...ink('fill', attributes), ...ink('stroke', attributes) })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(
      ([key, value]) =>
        ` ${key}="${typeof value === 'number' ? coordinate(value) : escapeXml(String(value))}"`,
    )
    .join('');
  return inside === undefined ? `<${name}${text}/>` : `<${name}${text}>${inside}</${name}>`;
}

/** What replaces a colour: drawing programs read opacity as an attribute of its own. */
function ink(name: 'fill' | 'stroke', attributes: Record<string, string | number | undefined>) {
  const value = attributes[name];
  const found = typeof value === 'string' ? inkOf(value) : null;
  if (found === null) return {};
  const opacity = found.alpha * Number(attributes[`${name}-opacity`] ?? 1);
  return { [name]: found.hex, [`${name}-opacity`]: opacity === 1 ? undefined : opacity };
}

/** A coordinate with three decimals at most: files stay small. */
export function coordinate(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** A colour that shows; undefined for none. */
export function visibleColour(colour: string): string | undefined {
  return colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour) || colour.endsWith(' / 0)')
    ? undefined
    : colour;
}

/** A length of a computed style, which is in pixels. */
export function px(length: string): number {
  const value = Number.parseFloat(length);
  return Number.isFinite(value) ? value : 0;
}

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
function inkOf(colour: string): Ink | null {
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
