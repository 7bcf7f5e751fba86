/**
 * A growable column of numbers. Plain arrays turn into arrays of tagged values at the first number above 2^31, and a run has
 * five numbers for each of its hundred thousands of steps.
 */
export interface Column {
  data: Float64Array | Uint32Array | Uint8Array;
  length: number;
}

const STORAGE = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array } as const;

/** Creates a column for whole numbers below 2^8 (`u8`) or 2^32 (`u32`), or for instants (`f64`). */
export function createColumn(kind: 'u8' | 'u32' | 'f64'): Column {
  return { data: new STORAGE[kind](64), length: 0 };
}

export function pushColumn(column: Column, value: number): void {
  if (column.length === column.data.length) grow(column);
  column.data[column.length++] = value;
}

function grow(column: Column): void {
  const grown = new (column.data.constructor as new (n: number) => Column['data'])(column.length * 2);
  grown.set(column.data);
  column.data = grown;
}

/** Columns of one type: whole numbers below 2^32 (Word) or 2^8 (Byte), and instants (Float). */
export type WordColumn = Column & { data: Uint32Array };
export type FloatColumn = Column & { data: Float64Array };
export type ByteColumn = Column & { data: Uint8Array };

export function createWords(): WordColumn {
  return createColumn('u32') as WordColumn;
}

export function createFloats(): FloatColumn {
  return createColumn('f64') as FloatColumn;
}

export function createBytes(): ByteColumn {
  return createColumn('u8') as ByteColumn;
}

/** Like `pushColumn`, for columns that grow with every event: faster, because it gets only one type of array. */
export function pushWord(column: WordColumn, value: number): void {
  const { length } = column;
  if (length === column.data.length) grow(column);
  column.data[length] = value;
  column.length = length + 1;
}

export function pushFloat(column: FloatColumn, value: number): void {
  const { length } = column;
  if (length === column.data.length) grow(column);
  column.data[length] = value;
  column.length = length + 1;
}

export function pushByte(column: ByteColumn, value: number): void {
  const { length } = column;
  if (length === column.data.length) grow(column);
  column.data[length] = value;
  column.length = length + 1;
}

/** Returns the number at `index`. Throws outside the column, where a typed array would silently give 0 or undefined. */
export function columnAt(column: Column, index: number): number {
  const value = index < column.length ? column.data[index] : undefined;
  if (value === undefined) throw new Error(`column of ${column.length}: no number ${index}`);
  return value;
}

/** Returns how many numbers of an ascending column are ≤ `value`. */
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
