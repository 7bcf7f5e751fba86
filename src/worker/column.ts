/**
 * A growable column of numbers. Plain arrays would do up to some hundred thousand steps; beyond, they turn into
 * arrays of tagged values at the first number above 2^31, and a run has five of them for each step.
 */
export interface Column {
  data: Float64Array | Uint32Array;
  length: number;
}

/** A column for whole numbers below 2^32 (`u32`), or for instants (`f64`). */
export function createColumn(kind: 'u32' | 'f64'): Column {
  return { data: kind === 'u32' ? new Uint32Array(64) : new Float64Array(64), length: 0 };
}

/** Adds a number at the end; the storage doubles when it is full. */
export function pushColumn(column: Column, value: number): void {
  if (column.length === column.data.length) {
    const size = column.length * 2;
    const grown = column.data instanceof Uint32Array ? new Uint32Array(size) : new Float64Array(size);
    grown.set(column.data);
    column.data = grown;
  }
  column.data[column.length++] = value;
}

/** The number at `index`; throws outside the column, because a typed array would silently answer 0 or nothing. */
export function columnAt(column: Column, index: number): number {
  const value = index < column.length ? column.data[index] : undefined;
  if (value === undefined) throw new Error(`column has ${column.length} numbers, asked for number ${index}`);
  return value;
}

/** In an ascending column: how many numbers are ≤ `value`. */
export function countUpTo(column: Column, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (columnAt(column, middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
