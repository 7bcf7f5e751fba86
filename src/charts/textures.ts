import type { Place } from './cells.ts';

/**
 * The five textures and four coins as path data. All marks of one texture in a card are one path, so that the number of
 * SVG elements does not grow with the number of entries.
 */

const f = (v: number): string => String(Math.round(v * 100) / 100);

/** Rounded squares of `size`, smaller by `inset` on each side, so that a stroke on the edge stays in the cell. */
export function squares(places: readonly Place[], size: number, inset: number, radius: number): string {
  const side = size - 2 * inset;
  const r = Math.max(0, Math.min(radius - inset, side / 2));
  const line = side - 2 * r;
  return places
    .map(({ x, y }) => {
      const start = `M${f(x + inset + r)} ${f(y + inset)}`;
      if (r === 0) return `${start}h${f(side)}v${f(side)}h${f(-side)}z`;
      const arc = (dx: number, dy: number): string => `a${f(r)} ${f(r)} 0 0 1 ${f(dx)} ${f(dy)}`;
      return `${start}h${f(line)}${arc(r, r)}v${f(line)}${arc(-r, r)}h${f(-line)}${arc(-r, -r)}v${f(-line)}${arc(r, -r)}z`;
    })
    .join('');
}

/** Discs of `diameter` in the middle of squares of `size`. */
export function discs(places: readonly Place[], size: number, diameter: number): string {
  const r = diameter / 2;
  return places
    .map(
      ({ x, y }) =>
        `M${f(x + size / 2 - r)} ${f(y + size / 2)}a${f(r)} ${f(r)} 0 1 1 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 1 ${f(-2 * r)} 0z`,
    )
    .join('');
}

/** Hatching: diagonal lines (135°) clipped to rectangles. An SVG pattern would need an id for each colour. */
export function hatch(
  rects: readonly { x: number; y: number; width: number; height: number }[],
  spacing: number,
): string {
  let d = '';
  for (const { x, y, width, height } of rects) {
    for (let c = spacing; c < width + height; c += spacing) {
      const x0 = Math.min(c, width);
      const y1 = Math.min(c, height);
      d += `M${f(x + x0)} ${f(y + c - x0)}L${f(x + c - y1)} ${f(y + y1)}`;
    }
  }
  return d;
}

/** A slash through each coin that is still owed, from edge to edge. */
export function slashes(places: readonly Place[], size: number, inset: number): string {
  const half = (size / 2 - inset) * Math.SQRT1_2;
  return places
    .map(({ x, y }) => {
      const cx = x + size / 2;
      const cy = y + size / 2;
      return `M${f(cx - half)} ${f(cy + half)}L${f(cx + half)} ${f(cy - half)}`;
    })
    .join('');
}

export function crosses(places: readonly Place[], size: number, inset: number): string {
  const side = size - 2 * inset;
  return places
    .map(({ x, y }) => {
      const left = x + inset;
      const top = y + inset;
      return `M${f(left)} ${f(top)}l${f(side)} ${f(side)}M${f(left + side)} ${f(top)}l${f(-side)} ${f(side)}`;
    })
    .join('');
}
