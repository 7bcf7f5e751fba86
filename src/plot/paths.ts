/**
 * SVG paths from coordinates in pixels. d3-shape was rejected: its step paths are 50 % longer, and the package would
 * delay the first picture.
 */

/** A function that rounds a coordinate, such as `tenths` or `hundredths`. */
type Write = (value: number) => number | string;

export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A horizontal part of a step line. */
export interface Level {
  x: number;
  y: number;
  /** Right end of the level. Absent = a vertical stroke passes this height, without a horizontal part. */
  to?: number;
  /** True if a new line starts at this level. */
  apart?: boolean;
}

/** Path of a step line: horizontal levels joined by vertical strokes. */
export function stepLine(levels: readonly Level[], write: Write = tenths): string {
  let path = '';
  for (const { x, y, to, apart } of levels) {
    path += path === '' || apart === true ? `M${write(x)} ${write(y)}` : `V${write(y)}`;
    if (to !== undefined) path += `H${write(to)}`;
  }
  return path;
}

export function stepArea(levels: readonly Level[], base: number, write: Write = tenths): string {
  const first = levels[0];
  if (first === undefined) return '';
  return `${stepLine([{ x: first.x, y: base }, ...levels], write)}V${write(base)}Z`;
}

/** The tops of adjacent columns of equal width, as levels of a step line. */
export function levelsOf(
  values: ArrayLike<number>,
  x: (column: number) => number,
  y: (value: number) => number,
): Level[] {
  return Array.from(values, (value, i) => ({ x: x(i), y: y(value), to: x(i + 1) }));
}

/** The area between two step lines over the same columns. */
export function stepBand(high: readonly Level[], low: readonly Level[], write: Write = tenths): string {
  if (high.length === 0) return '';
  const back = low.toReversed().map(({ x, y, to }) => ({ x: to ?? x, y, to: x }));
  return `${stepLine([...high, ...back], write)}Z`;
}

export interface Point {
  x: number;
  y: number;
}

/** A line through points, interrupted at each null. */
export function polyline(points: readonly (Point | null)[], write: Write = tenths): string {
  return points
    .map((point, i) =>
      point === null
        ? ''
        : `${(points[i - 1] ?? null) === null ? 'M' : 'L'}${write(point.x)} ${write(point.y)}`,
    )
    .join('');
}

export function bandPath(high: readonly Point[], low: readonly Point[], write: Write = tenths): string {
  return high.length === 0 ? '' : `${polyline([...high, ...low.toReversed()], write)}Z`;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Rectangles as one path, so that the number of elements does not grow with the data. */
export function boxesPath(boxes: readonly Box[], write: Write = hundredths): string {
  return boxes
    .map(
      ({ x, y, width, height }) =>
        `M${write(x)} ${write(y)}h${write(width)}v${write(height)}h${write(-width)}z`,
    )
    .join('');
}

export function strokesPath(strokes: readonly (Point & { length: number })[], write: Write = tenths): string {
  return strokes.map(({ x, y, length }) => `M${write(x)} ${write(y)}v${write(length)}`).join('');
}
