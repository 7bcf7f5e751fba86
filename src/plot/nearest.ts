interface Span {
  left: number;
  right: number;
}

/** Index of the place nearest to `x` inside the span; null = no place is inside. `places` must be ascending. */
export function nearestPlace(places: readonly number[], x: number, { left, right }: Span): number | null {
  const first = firstFrom(places, left);
  const last = firstFrom(places, right + 1e-6) - 1;
  if (last < first) return null;
  const after = Math.min(last, Math.max(first, firstFrom(places, x)));
  const before = Math.max(first, after - 1);
  return x - (places[before] ?? 0) <= (places[after] ?? 0) - x ? before : after;
}

/** Index of the first place that is not left of `x`; the length of the list if there is none. */
function firstFrom(places: readonly number[], x: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

const GAP = 8;

/** Left edge of a tooltip: right of `x` if it fits, otherwise left of `x`, otherwise at the right end of the span. */
export function boxBeside(x: number, width: number, { left, right }: Span): number {
  if (x + GAP + width <= right) return x + GAP;
  if (x - GAP - width >= left) return x - GAP - width;
  return Math.max(left, right - width);
}
