/** Something that lasts, in microseconds. */
export interface Span {
  start: number;
  end: number;
}

/** How many of these went on at once at the most; what overlaps by `slack` or less does not count. */
export function mostAtOnce(spans: readonly Span[], slack = 0): number {
  const turns = spans
    .filter(({ start, end }) => slack === 0 || end - start > slack)
    .flatMap(({ start, end }) => [
      { at: start + slack, by: 1 },
      { at: end, by: -1 },
    ]);
  turns.sort((a, b) => a.at - b.at || a.by - b.by);
  let [now, max] = [0, 0];
  for (const { by } of turns) max = Math.max(max, (now += by));
  return max;
}
