import type { EpochMicros, Micros } from '../../../protocol/units.ts';

/** A time span in microseconds of a run, or since 1970. */
export interface Span {
  start: Micros | EpochMicros;
  end: Micros | EpochMicros;
}

/** The most spans open at once. Overlaps of up to `slack` (microseconds) plus a `share` of the span's length do not count. */
export function mostAtOnce(spans: readonly Span[], slack = 0, share = 0): number {
  const turns = spans.flatMap(({ start, end }) => {
    const from = start + slack + share * (end - start);
    if (slack > 0 && end <= from) return [];
    return [
      { at: from, by: 1 },
      { at: end, by: -1 },
    ];
  });
  turns.sort((a, b) => a.at - b.at || a.by - b.by);
  let [now, max] = [0, 0];
  for (const { by } of turns) max = Math.max(max, (now += by));
  return max;
}

/** How many of the ascending values are below `bound`. */
export function below(values: readonly number[], bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middleOf = (low + high) >> 1;
    if ((values[middleOf] ?? 0) < bound) low = middleOf + 1;
    else high = middleOf;
  }
  return low;
}
