/**
 * Geometry of the lens over a long list: one card in the middle, five bars on each side, and thin columns beyond as
 * context. Pixels; x from the left end of the lens.
 */
export interface LensPlace {
  /** List position, from 0. */
  index: number;
  x: number;
  width: number;
}

export interface LensLayout {
  /** First list position shown, and the position after the last one. */
  from: number;
  to: number;
  columns: LensPlace[];
  bars: LensPlace[];
  card: LensPlace;
}

/** Bars on each side of the card. */
export const LENS_BARS = 5;
/** Positions on each side of the focus: initial, least, most. */
export const LENS_SIDE = { first: 64, least: 16, most: 160 } as const;

interface LensSizes {
  /** Width of the lens, of a bar and of the card. */
  width: number;
  bar: number;
  card: number;
  /** Widest column, so that a short list does not look like a solid area. */
  columnMost: number;
}

/** Lays out the lens at position `index` of `count`, with `side` positions on each side. */
export function lensLayout(count: number, index: number, side: number, sizes: LensSizes): LensLayout {
  // At the ends of the list, the lens shows as many positions as in its middle.
  const from = Math.max(0, Math.min(index - side, count - 2 * side - 1));
  const to = Math.min(count, from + 2 * side + 1);
  const isBar = (place: number): boolean => place !== index && Math.abs(place - index) <= LENS_BARS;
  const shown = Array.from({ length: to - from }, (_, i) => from + i);
  const bars = shown.filter(isBar).length;
  const pitch = Math.min(
    sizes.columnMost,
    (sizes.width - sizes.card - bars * sizes.bar) / Math.max(1, shown.length - 1 - bars),
  );
  const widthOf = (place: number): number =>
    place === index ? sizes.card : isBar(place) ? sizes.bar : pitch;
  const used = sizes.card + bars * sizes.bar + (shown.length - 1 - bars) * pitch;
  let x = Math.max(0, sizes.width - used) / 2;
  const layout: LensLayout = { from, to, columns: [], bars: [], card: { index, x: 0, width: sizes.card } };
  for (const place of shown) {
    const mark = { index: place, x, width: widthOf(place) };
    if (place === index) layout.card = mark;
    else if (isBar(place)) layout.bars.push(mark);
    else layout.columns.push(mark);
    x += mark.width;
  }
  return layout;
}

/** The list position at a point of the lens; -1 = none. */
export function lensPlaceAt({ columns, bars, card }: LensLayout, x: number): number {
  const mark = [card, ...bars, ...columns].find((place) => x >= place.x && x < place.x + place.width);
  return mark?.index ?? -1;
}
