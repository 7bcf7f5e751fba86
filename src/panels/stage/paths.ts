import type { Point, Rect } from './stage-marks.ts';

const f = (v: number): string => String(Math.round(v * 10) / 10);

/** A path through corners, rounded by `radius` where the legs are long enough. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let d = `M${f(first[0])} ${f(first[1])}`;
  rest.forEach((corner, i) => {
    const before = points[i] as Point;
    const after = rest[i + 1];
    if (after === undefined) {
      d += `L${f(corner[0])} ${f(corner[1])}`;
      return;
    }
    const lengthIn = Math.hypot(corner[0] - before[0], corner[1] - before[1]);
    const lengthOut = Math.hypot(after[0] - corner[0], after[1] - corner[1]);
    const r = Math.min(radius, lengthIn / 2, lengthOut / 2);
    if (r < 0.5) {
      d += `L${f(corner[0])} ${f(corner[1])}`;
      return;
    }
    const a = towards(corner, before, r / lengthIn);
    const b = towards(corner, after, r / lengthOut);
    d += `L${f(a[0])} ${f(a[1])}Q${f(corner[0])} ${f(corner[1])} ${f(b[0])} ${f(b[1])}`;
  });
  return d;
}

function towards(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** True if two rectangles overlap or are closer than `margin`. */
export function overlaps(a: Rect, b: Rect, margin = 0): boolean {
  return (
    a.x < b.x + b.width + margin &&
    b.x < a.x + a.width + margin &&
    a.y < b.y + b.height + margin &&
    b.y < a.y + a.height + margin
  );
}

/** Whether a horizontal or vertical leg crosses the inside of a rectangle. */
export function legCrosses(a: Point, b: Point, rect: Rect): boolean {
  const leg: Rect = {
    x: Math.min(a[0], b[0]),
    y: Math.min(a[1], b[1]),
    width: Math.abs(a[0] - b[0]),
    height: Math.abs(a[1] - b[1]),
  };
  return overlaps(leg, rect, -0.5);
}

export function pathCrosses(points: readonly Point[], rect: Rect): boolean {
  return points.some((point, i) => i > 0 && legCrosses(points[i - 1] as Point, point, rect));
}
