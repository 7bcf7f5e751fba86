/** Geometry of the small plots: the window at each feedback event, as a path. Units are those of the box it is drawn in. */
export interface PlotBox {
  width: number;
  height: number;
  /** Windows at the bottom and at the top edge. */
  low: number;
  high: number;
}

/** Windows at both edges of a plot that several runs share: half a window of air around all of them. */
export function plotRange(runs: readonly (readonly number[])[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const windows of runs) {
    for (const window of windows) {
      if (window < low) low = window;
      if (window > high) high = window;
    }
  }
  return low > high ? { low: 0, high: 1 } : { low: low - 0.5, high: high + 0.5 };
}

/** Height of a window in the box. */
export function plotY(window: number, { height, low, high }: PlotBox): number {
  return height * (1 - (window - low) / (high - low));
}

/**
 * The steps of the window over events of equal width. With more events than units of width, neighbours share a column
 * that runs from their lowest to their highest window, so that no dip is lost.
 */
export function plotPath(windows: readonly number[], box: PlotBox): string {
  if (windows.length === 0) return '';
  const columns = Math.min(windows.length, Math.floor(box.width));
  const at = (column: number): string => ((column * box.width) / columns).toFixed(1);
  let path = '';
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * windows.length) / columns);
    const to = Math.floor(((column + 1) * windows.length) / columns);
    const part = windows.slice(from, to);
    const last = part.at(-1) ?? 0;
    const extremes = part.length === 1 ? [] : [Math.min(...part), Math.max(...part)];
    const ys = [part[0] ?? 0, ...extremes, last].map((window) => plotY(window, box).toFixed(1));
    const [first, ...rest] = ys;
    path += column === 0 ? `M${at(0)} ${first}` : `V${first}`;
    for (const y of rest) path += `V${y}`;
    path += `H${at(column + 1)}`;
  }
  return path;
}
