import { type Font, create } from 'fontkit';
import { fontFiles } from './fonts.ts';
import { type Outliner, type Piece, px } from './paint.ts';

/** Loads the page's fonts. Throws when a fetch fails. */
export async function loadOutlines(): Promise<Outliner> {
  const fonts = new Map<string, (weight: number) => Font>();
  for (const { family, bytes } of await fontFiles()) fonts.set(family, readWeights(bytes));
  return (text, style, width) => {
    const family = (style.fontFamily.split(',')[0] ?? '').replaceAll(/["']/g, '').trim();
    const font = fonts.get(family)?.(Number(style.fontWeight));
    return font === undefined ? [{ path: '', text, x: 0, width }] : setLine(font, text, style, width);
  };
}

/** OpenType features set by the page: `"tnum", "zero" 1, "calt" 0`, and numeral variants by name. */
function featuresOf(style: CSSStyleDeclaration): Record<string, boolean> {
  const named = [...style.fontFeatureSettings.matchAll(/"(\w{4})"(?: (\d|on|off))?/g)].map(
    ([, tag = '', value = '1']) => [tag, value !== '0' && value !== 'off'] as const,
  );
  const tabular = style.fontVariantNumeric.includes('tabular-nums');
  return { ...Object.fromEntries(named), ...(tabular ? { tnum: true } : {}) };
}

function setLine(font: Font, text: string, style: CSSStyleDeclaration, width: number): Piece[] {
  const size = px(style.fontSize);
  const scale = size / font.unitsPerEm;
  const spacing = px(style.letterSpacing);
  // Alternating runs of characters that the font contains and characters that it lacks.
  const runs = splitRuns(font, text).map((run) => {
    const glyphs = run.known ? font.layout(run.text, featuresOf(style)) : null;
    const signs = [...run.text].length;
    const advance = glyphs === null ? signs * size * 0.6 : glyphs.advanceWidth * scale;
    return { ...run, glyphs, advance: advance + signs * spacing };
  });
  const total = runs.reduce((sum, { advance }) => sum + advance, 0);
  const fit = total === 0 ? 1 : width / total;
  let at = 0;
  return runs.map((run) => {
    const piece: Piece = { path: '', text: run.text, x: at, width: run.advance * fit };
    if (run.glyphs !== null) {
      let pen = 0;
      const paths = run.glyphs.glyphs.map((glyph, i) => {
        const place = run.glyphs?.positions[i];
        const x = at + (pen + (place?.xOffset ?? 0) * scale) * fit;
        pen += (place?.xAdvance ?? 0) * scale + spacing;
        return glyph.path.transform(scale * fit, 0, 0, -scale, x, -(place?.yOffset ?? 0) * scale).toSVG();
      });
      piece.path = paths.join('');
    }
    at += piece.width;
    return piece;
  });
}

function splitRuns(font: Font, text: string): { text: string; known: boolean }[] {
  const runs: { text: string; known: boolean }[] = [];
  for (const sign of text) {
    const known = font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
    const last = runs.at(-1);
    if (last?.known === known) last.text += sign;
    else runs.push({ text: sign, known });
  }
  return runs;
}

/**
 * Internals of fontkit 2.0.4, whose public interface supports variations for all formats but WOFF2, which the page
 * uses.
 */
interface PackedFont {
  constructor: new (stream: unknown, coordinates: readonly number[]) => Font & PackedFont;
  stream: { constructor: new (bytes: Uint8Array) => unknown };
  getGlyph(id: number): unknown;
  _decompress(): void;
  _transformedGlyphs: Outline[];
  _variationProcessor: { transformPoints(id: number, points: Point[]): void };
}

interface Point {
  x: number;
  y: number;
  copy(): Point;
  constructor: new (onCurve: boolean, endContour: boolean, x: number, y: number) => Point;
}

interface Outline {
  points?: Point[];
  components?: { dx: number; dy: number }[];
}

/** The font at each weight from 1 to 1000, limited to the font's range. Throws if it is no `wght` variable font. */
function readWeights(bytes: Uint8Array): (weight: number) => Font {
  const base = create(bytes as Buffer) as Font & PackedFont;
  // Requesting a glyph makes fontkit unpack all glyphs.
  base.getGlyph(0);
  const made = new Map<number, Font>();
  return (weight) => {
    const { min = weight, max = weight } = base.variationAxes['wght'] ?? {};
    const held = Math.min(max, Math.max(min, weight));
    const font = made.get(held) ?? varied(base, bytes, held);
    made.set(held, font);
    return font;
  };
}

/**
 * The font at one weight. Fontkit can unpack only the default outlines of a WOFF2 font, so this function applies the
 * weight to their points.
 */
function varied(base: PackedFont, bytes: Uint8Array, weight: number): Font {
  const font = new base.constructor(new base.stream.constructor(bytes), [weight]);
  font._decompress();
  const Point = base._transformedGlyphs.find(({ points }) => (points ?? []).length > 0)?.points?.[0]
    ?.constructor;
  if (Point === undefined) return font;
  // Each outline is followed by four metric points; widths have their own table.
  const metrics = (): Point[] => [0, 1, 2, 3].map(() => new Point(true, true, 0, 0));
  font._transformedGlyphs = base._transformedGlyphs.map((glyph, id) => {
    const places = glyph.components?.map(({ dx, dy }) => new Point(true, true, dx, dy));
    const points = places ?? glyph.points?.map((point) => point.copy());
    if (points === undefined) return glyph;
    font._variationProcessor.transformPoints(id, [...points, ...metrics()]);
    if (places === undefined) return { ...glyph, points };
    const components = glyph.components?.map((component, i) => {
      const moved: typeof component = Object.create(Object.getPrototypeOf(component) as object);
      return Object.assign(moved, component, { dx: places[i]?.x ?? 0, dy: places[i]?.y ?? 0 });
    });
    return { ...glyph, ...(components === undefined ? {} : { components }) };
  });
  return font;
}
