import { create, type Font } from 'fontkit';

/** What is used of a font beside its public face: fontkit 2.0.4 varies fonts of every form but WOFF2, which the page has. */
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

/** A font of the axis `wght` in any weight: 1 to 1000, held to what the font has. Throws for what is no font. */
export function readWeights(bytes: Uint8Array): (weight: number) => Font {
  const base = create(bytes as Buffer) as Font & PackedFont;
  // The first sign that is asked for has all of them unpacked.
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

/** The library unpacks outlines only where they do not vary: they are taken from there and moved to where the weight has them. */
function varied(base: PackedFont, bytes: Uint8Array, weight: number): Font {
  const font = new base.constructor(new base.stream.constructor(bytes), [weight]);
  font._decompress();
  const Point = base._transformedGlyphs.find(({ points }) => (points ?? []).length > 0)?.points?.[0]
    ?.constructor;
  if (Point === undefined) return font;
  // Four points of metrics stand behind those of each outline; widths have a table of their own.
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
