/**
 * Geometry of the focus lens over a long list: one card in the middle, five bars on each side of it,
 * and thin columns beyond, so that the eye keeps the neighbourhood. Pixels; x from the left end of the lens.
 */
export interface LensPlace {
  /** Place on the list, from 0. */
  index: number;
  x: number;
  width: number;
}

export interface LensLayout {
  /** First place shown, and the one after the last. */
  from: number;
  to: number;
  columns: LensPlace[];
  bars: LensPlace[];
  card: LensPlace;
}

/** Bars on each side of the card. */
export const LENS_BARS = 5;
/** Places on each side of the focus: at first, at least, at most. */
export const LENS_SIDE = { first: 64, least: 16, most: 160 } as const;

interface LensSizes {
  /** Width of the lens, of a bar and of the card. */
  width: number;
  bar: number;
  card: number;
  /** Widest column: a short list is not drawn as a wall. */
  columnMost: number;
}

/** Layout of the lens at place `index` of `count`, reaching `side` places to each side. */
export function lensLayout(count: number, index: number, side: number, sizes: LensSizes): LensLayout {
  // The lens shows as many places at the ends of the list as in its middle.
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

/** The place under a point of the lens; -1 = none. */
export function lensPlaceAt({ columns, bars, card }: LensLayout, x: number): number {
  const mark = [card, ...bars, ...columns].find((place) => x >= place.x && x < place.x + place.width);
  return mark?.index ?? -1;
}
