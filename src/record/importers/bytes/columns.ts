/**
 * Tables as columns: one typed array a field, one index a row. Millions of rows cost their bytes and nothing else, and a
 * question reads only the fields that it needs. (An object a row would take ten times as much and end in the collector.)
 */
const KINDS = {
  f64: Float64Array,
  f32: Float32Array,
  i32: Int32Array,
  u32: Uint32Array,
  u16: Uint16Array,
  u8: Uint8Array,
} as const;

export type ColumnKind = keyof typeof KINDS;
export type Column<Kind extends ColumnKind> = InstanceType<(typeof KINDS)[Kind]>;
export type ColumnKinds = Readonly<Record<string, ColumnKind>>;

/** Rows 0 … length−1 are written; the arrays are longer than that while a table grows. */
export type Table<Kinds extends ColumnKinds> = { length: number; capacity: number } & {
  -readonly [Name in keyof Kinds]: Column<Kinds[Name]>;
};

/** An empty table with these fields. */
export function createTable<Kinds extends ColumnKinds>(kinds: Kinds, capacity = 64): Table<Kinds> {
  const table: Record<string, unknown> = { length: 0, capacity };
  for (const [name, kind] of Object.entries(kinds)) table[name] = new KINDS[kind](capacity);
  return table as Table<Kinds>;
}

/** The index of a new row, all zero. */
export function newRow(table: { length: number; capacity: number }): number {
  if (table.length === table.capacity) resize(table, grown(table.capacity));
  return table.length++;
}

/** Gives back what the table has too much. */
export function trimTable(table: { length: number; capacity: number }): void {
  if (table.capacity > Math.max(table.length, 1)) resize(table, Math.max(table.length, 1));
}

/** All columns of nothing but zeros are views of it. */
let zeros = new ArrayBuffer(65_536);
/** Smaller columns are not worth it. */
const SHARED_FROM = 4096;

/**
 * Of a table that is not written to any more: columns in which nothing stands (SASL users of a log without any, the file of a
 * record of one file) hold no memory of their own.
 */
export function shareZeros(table: object): void {
  const columns = table as Record<string, AnyColumn>;
  for (const [name, column] of Object.entries(columns)) {
    if (!ArrayBuffer.isView(column) || column.length < SHARED_FROM) continue;
    if (column.some((value) => value !== 0)) continue;
    // Doubled, so that the ones before are together no larger than this one.
    while (zeros.byteLength < column.byteLength) zeros = new ArrayBuffer(zeros.byteLength * 2);
    const make = column.constructor as new (buffer: ArrayBuffer, at: number, length: number) => AnyColumn;
    columns[name] = new make(zeros, 0, column.length);
  }
}

/** True when the column is a view of something that others see too: a copy of it would be a copy of all that. */
export function isShared(column: AnyColumn): boolean {
  return column.byteLength < column.buffer.byteLength;
}

/** Twice as much while small; later a seventh more, because what is not used counts as memory too. */
function grown(capacity: number): number {
  return capacity < 262_144 ? capacity * 2 : Math.ceil(capacity * 1.15);
}

type AnyColumn = Column<ColumnKind>;

function resize(table: { length: number; capacity: number }, capacity: number): void {
  const columns = table as unknown as Record<string, AnyColumn>;
  for (const [name, column] of Object.entries(columns)) {
    if (!ArrayBuffer.isView(column)) continue;
    const next = new (column.constructor as new (length: number) => AnyColumn)(capacity);
    next.set(column.subarray(0, Math.min(capacity, table.length)));
    columns[name] = next;
  }
  table.capacity = capacity;
}
