/** A column with few different values: rank of each row, values in ascending order, and their counts. */
export interface Ranked {
  ranks: Uint16Array | Uint32Array;
  values: ArrayLike<number>;
  all: Uint32Array;
}

/** Row numbers of the selected attempts and of all others, both ascending. */
export interface Parts {
  selected: Uint32Array;
  rest: Uint32Array;
}

/** Name numbers have few gaps: a lookup table of at most this many times the rows is faster than sorting. */
const CLOSE = 4;

/** Computes the ranks of a column. Row 0 is unused in all columns and is skipped. */
export function rankedOf(column: Uint32Array | Float32Array): Ranked {
  const { values, places } = column instanceof Uint32Array ? ranksOf(column) : ranksOfSeconds(column);
  const ranks = new (values.length <= 0xffff ? Uint16Array : Uint32Array)(column.length);
  const all = new Uint32Array(values.length);
  for (let row = 1; row < column.length; row++) {
    const rank = places(column[row] ?? 0);
    ranks[row] = rank;
    all[rank] = (all[rank] ?? 0) + 1;
  }
  return { ranks, values, all };
}

interface Ranks {
  values: number[];
  places: (value: number) => number;
}

function ranksOf(column: Uint32Array): Ranks {
  let most = 0;
  for (let row = 1; row < column.length; row++) most = Math.max(most, column[row] ?? 0);
  if (most > column.length * CLOSE) return bySorting(column);
  const place = new Uint32Array(most + 1);
  for (let row = 1; row < column.length; row++) place[column[row] ?? 0] = 1;
  const values: number[] = [];
  for (let value = 0; value <= most; value++) if (place[value] === 1) place[value] = values.push(value) - 1;
  return { values, places: (value) => place[value] ?? 0 };
}

function bySorting(column: Uint32Array): Ranks {
  const values: number[] = [];
  for (const value of column.slice(1).sort()) if (value !== values.at(-1)) values.push(value);
  const known = new Map(values.map((value, rank) => [value, rank]));
  return { values, places: (value) => known.get(value) ?? 0 };
}

/** Ranks printed seconds, which have few different values even in a long column. */
function ranksOfSeconds(column: Float32Array): Ranks {
  const met = new Set<number>();
  for (let row = 1, before = Number.NaN; row < column.length; row++) {
    const value = column[row] ?? 0;
    if (value !== before) met.add(value);
    before = value;
  }
  const values = [...Float32Array.from(met).sort()];
  const known = new Map(values.map((value, rank) => [value, rank]));
  return { values, places: (value) => known.get(value) ?? 0 };
}

/**
 * Counts of each value in both parts. The smaller part is counted; the counts of the larger part follow by subtraction.
 */
export function countsOf({ ranks, all }: Ranked, { selected, rest }: Parts): Parts {
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

/** The value at a place of the sorted order, from the counts of a part. */
export function valueAt({ values }: Ranked, counts: Uint32Array, place: number): number {
  let left = place;
  for (let rank = 0; rank < counts.length; rank++) {
    left -= counts[rank] ?? 0;
    if (left < 0) return values[rank] ?? 0;
  }
  return 0;
}

/** Rows with the largest values, largest first; equal values keep their order. `counts`: counts of the values among `rows`. */
export function longest({ ranks }: Ranked, counts: Uint32Array, rows: Uint32Array, most: number): number[] {
  let [least, above] = [counts.length, 0];
  while (least > 0 && above < most) above += counts[--least] ?? 0;
  let room = most - (above - (counts[least] ?? 0));
  const found: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const rank = ranks[row] ?? 0;
    if (rank > least || (rank === least && room-- > 0)) found.push(row);
  }
  return found.sort((one, other) => (ranks[other] ?? 0) - (ranks[one] ?? 0) || one - other);
}
