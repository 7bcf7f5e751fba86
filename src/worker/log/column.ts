/**
 * A growable column of numbers. Plain arrays would do up to some hundred thousand steps; beyond, they turn into
 * arrays of tagged values at the first number above 2^31, and a run has five of them for each step.
 */
export interface Column {
  data: Float64Array | Uint32Array | Uint8Array;
  length: number;
}

const STORAGE = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array } as const;

/** A column for whole numbers below 2^8 (`u8`) or 2^32 (`u32`), or for instants (`f64`). */
export function createColumn(kind: 'u8' | 'u32' | 'f64'): Column {
  return { data: new STORAGE[kind](64), length: 0 };
}

/** Adds a number at the end; the storage doubles when it is full. */
export function pushColumn(column: Column, value: number): void {
  if (column.length === column.data.length) grow(column);
  column.data[column.length++] = value;
}

function grow(column: Column): void {
  const grown = new (column.data.constructor as new (n: number) => Column['data'])(column.length * 2);
  grown.set(column.data);
  column.data = grown;
}

/** A column of whole numbers below 2^32, one of instants, and one of whole numbers below 2^8. */
export type WordColumn = Column & { data: Uint32Array };
export type FloatColumn = Column & { data: Float64Array };
export type ByteColumn = Column & { data: Uint8Array };

/** An empty column for `pushWord`. */
export function createWords(): WordColumn {
  return createColumn('u32') as WordColumn;
}

/** An empty column for `pushFloat`. */
export function createFloats(): FloatColumn {
  return createColumn('f64') as FloatColumn;
}

/** An empty column for `pushByte`. */
export function createBytes(): ByteColumn {
  return createColumn('u8') as ByteColumn;
}

/**
 * Like `pushColumn`, for the columns that grow with every event. A function that only ever sees one kind of array is
 * several times as quick as one that sees all of them.
 */
export function pushWord(column: WordColumn, value: number): void {
  const { length } = column;
  if (length === column.data.length) grow(column);
  column.data[length] = value;
  column.length = length + 1;
}

/** `pushWord` for instants. */
export function pushFloat(column: FloatColumn, value: number): void {
  const { length } = column;
  if (length === column.data.length) grow(column);
  column.data[length] = value;
  column.length = length + 1;
}

/** `pushWord` for bytes. */
export function pushByte(column: ByteColumn, value: number): void {
  const { length } = column;
  if (length === column.data.length) grow(column);
  column.data[length] = value;
  column.length = length + 1;
}

/** The number at `index`; throws outside the column, because a typed array would silently answer 0 or nothing. */
export function columnAt(column: Column, index: number): number {
  const value = index < column.length ? column.data[index] : undefined;
  if (value === undefined) throw new Error(`column of ${column.length}: no number ${index}`);
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
