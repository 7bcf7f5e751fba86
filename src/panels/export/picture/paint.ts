/** Types and helpers of the SVG export. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A piece of a line: glyph outlines, or text where the page's fonts lack the glyphs. */
export interface Piece {
  /** Path data with the baseline at 0, 0, in pixels; "" for text. */
  path: string;
  text: string;
  /** x and width of the piece within the line, in pixels. */
  x: number;
  width: number;
}

/** Sets a line of text as the page does. `width`: the width that the line has on the page, in pixels. */
export type Outliner = (text: string, style: CSSStyleDeclaration, width: number) => Piece[];

export interface Sheet {
  /** Page position of the picture's top left corner. */
  origin: { x: number; y: number };
  parts: string[];
  clips: number;
  fonts: Set<string>;
  /** Draws text as glyph outlines; null = keep text. */
  outline: Outliner | null;
}

/** Converts a page box to picture coordinates. */
export function boxOnPaper(sheet: Sheet, rect: DOMRectReadOnly): Box {
  const { x, y, width, height } = rect;
  return { x: x - sheet.origin.x, y: y - sheet.origin.y, width, height };
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML and drops characters that XML does not allow. */
export function escapeXml(text: string): string {
  const allowed = [...text].filter((sign) => sign >= ' ' || sign === '\n' || sign === '\t').join('');
  return allowed.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? '');
}

/**
 * An element with its defined attributes. Numbers have at most three decimals; colours are sRGB with separate opacity.
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

/** Splits a colour into colour and opacity attributes, because drawing programs read opacity separately. */
function ink(name: 'fill' | 'stroke', attributes: Record<string, string | number | undefined>) {
  const value = attributes[name];
  const found = typeof value === 'string' ? inkOf(value) : null;
  if (found === null) return {};
  const opacity = found.alpha * Number(attributes[`${name}-opacity`] ?? 1);
  return { [name]: found.hex, [`${name}-opacity`]: opacity === 1 ? undefined : opacity };
}

/** A coordinate with at most three decimals, to keep files small. */
export function coordinate(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** A visible colour; undefined for a transparent one. */
export function visibleColour(colour: string): string | undefined {
  return colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour) || colour.endsWith(' / 0)')
    ? undefined
    : colour;
}

/** A computed length, which is in pixels. */
export function px(length: string): number {
  const value = Number.parseFloat(length);
  return Number.isFinite(value) ? value : 0;
}

/** A portable colour and its opacity, 0 to 1. */
interface Ink {
  hex: string;
  alpha: number;
}

const known = new Map<string, Ink | null>();
let sheet: OffscreenCanvasRenderingContext2D | null = null;

/**
 * A computed colour as sRGB. Browsers keep mixed colours in the colour space of the mix (`oklab(…)`), which drawing
 * programs read as black. Null for a value that is no colour (`none`, `url(…)`).
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
  // Paint the colour opaque, because a canvas rounds the components of faint colours.
  const alpha = / \/ ([\d.]+)\)$/.exec(colour)?.[1] ?? '1';
  sheet ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (sheet === null) return null;
  sheet.fillStyle = colour.replace(/ \/ [\d.]+\)$/, ')');
  sheet.fillRect(0, 0, 1, 1);
  return { hex: hexOf([...sheet.getImageData(0, 0, 1, 1).data.subarray(0, 3)]), alpha: Number(alpha) };
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
