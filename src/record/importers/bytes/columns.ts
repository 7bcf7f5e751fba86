/**
 * Tables as columns: one typed array per field, indexed by row. An object per row would need ten times the memory and
 * load the garbage collector; a query on columns reads only the fields it needs.
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

/** Rows 0 … length−1 are in use. The arrays have room for `capacity` rows. */
export type Table<Kinds extends ColumnKinds> = { length: number; capacity: number } & {
  -readonly [Name in keyof Kinds]: Column<Kinds[Name]>;
};

export function createTable<Kinds extends ColumnKinds>(kinds: Kinds, capacity = 64): Table<Kinds> {
  const table: Record<string, unknown> = { length: 0, capacity };
  for (const [name, kind] of Object.entries(kinds)) table[name] = new KINDS[kind](capacity);
  return table as Table<Kinds>;
}

/** Appends a row of zeros and returns its index. */
export function newRow(table: { length: number; capacity: number }): number {
  if (table.length === table.capacity) resize(table, grown(table.capacity));
  return table.length++;
}

export function trimTable(table: { length: number; capacity: number }): void {
  if (table.capacity > Math.max(table.length, 1)) resize(table, Math.max(table.length, 1));
}

/** All-zero columns are views of this buffer. */
let zeros = new ArrayBuffer(65_536);
/** Columns of fewer rows keep their own buffer, because sharing saves too little. */
const SHARED_FROM = 4096;

/**
 * Lets all-zero columns of a finished table share one buffer, such as the SASL users of a log without any. They then
 * need no memory of their own. Do not write to the table afterwards.
 */
export function shareZeros(table: object): void {
  const columns = table as Record<string, AnyColumn>;
  for (const [name, column] of Object.entries(columns)) {
    if (!ArrayBuffer.isView(column) || column.length < SHARED_FROM) continue;
    if (column.some((value) => value !== 0)) continue;
    // The size doubles, because earlier columns still use the previous buffers: all previous buffers together are then
    // no larger than the new one.
    while (zeros.byteLength < column.byteLength) zeros = new ArrayBuffer(zeros.byteLength * 2);
    const make = column.constructor as new (buffer: ArrayBuffer, at: number, length: number) => AnyColumn;
    columns[name] = new make(zeros, 0, column.length);
  }
}

/** True when the column is a view of a shared buffer, so copying its buffer would copy more than the column. */
export function isShared(column: AnyColumn): boolean {
  return column.byteLength < column.buffer.byteLength;
}

/** The next capacity: double while small, then 15 % more, because unused capacity of a large table costs much memory. */
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
