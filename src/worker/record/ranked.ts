/** A column of attempts whose values are few: their ranks by row, the values ascending, and how often each is there. */
export interface Ranked {
  ranks: Uint16Array | Uint32Array;
  values: ArrayLike<number>;
  all: Uint32Array;
}

/** Ranks of a column; row 0 is none. */
export function rankedOf(column: Uint32Array | Float32Array): Ranked {
  const sorted = column.slice(1).sort();
  const values: number[] = [];
  const counts: number[] = [];
  for (let at = 0; at < sorted.length; ) {
    const value = sorted[at] ?? 0;
    let end = at + 1;
    while (sorted[end] === value) end++;
    values.push(value);
    counts.push(end - at);
    at = end;
  }
  const places = new Map(values.map((value, rank) => [value, rank]));
  const ranks = new (values.length <= 0xffff ? Uint16Array : Uint32Array)(column.length);
  for (let row = 1; row < column.length; row++) ranks[row] = places.get(column[row] ?? 0) ?? 0;
  return { ranks, values, all: Uint32Array.from(counts) };
}

/** How often each value is in both parts of a column: the smaller part is counted, the other one is what is left. */
export function countsOf(
  { ranks, all }: Ranked,
  { selected, rest }: { selected: Uint32Array; rest: Uint32Array },
): { selected: Uint32Array; rest: Uint32Array } {
  const fewer = selected.length <= rest.length ? selected : rest;
  const counted = new Uint32Array(all.length);
  for (let i = 0; i < fewer.length; i++) {
    const rank = ranks[fewer[i] ?? 0] ?? 0;
    counted[rank] = (counted[rank] ?? 0) + 1;
  }
  const left = all.slice();
  for (let rank = 0; rank < left.length; rank++) left[rank] = (all[rank] ?? 0) - (counted[rank] ?? 0);
  return fewer === selected ? { selected: counted, rest: left } : { selected: left, rest: counted };
}

/** The value at a place of the part that is counted, were it ascending. */
export function valueAt({ values }: Ranked, counts: Uint32Array, place: number): number {
  let left = place;
  for (let rank = 0; rank < counts.length; rank++) {
    left -= counts[rank] ?? 0;
    if (left < 0) return values[rank] ?? 0;
  }
  return 0;
}
