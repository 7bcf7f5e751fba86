/**
 * Packs plain data into bytes, for logs of a million events. An event as an object takes some 250 bytes, and time in every
 * garbage collection. Packed, it takes about 20 bytes in a few buffers that the collector never scans.
 *
 * The format does not depend on the kinds of events. An object is stored as the number of its shape (its `kind`, if any, and
 * the names of its members in order) and its values; text as its number in a dictionary.
 */
export interface Packer {
  bytes: Uint8Array;
  floats: DataView;
  length: number;
  readonly texts: string[];
  readonly textIds: Map<string, number>;
  readonly shapes: Shape[];
  /** Shapes by their `kind`. Nearly every kind has only one shape. */
  readonly byKind: Map<string, Shape[]>;
  /** Number of the latest text at each of eight places of a record (`usualText`). */
  readonly usual: Int32Array;
  /**
   * Dictionary number of the latest text for each timer or destination, by the low bits of the timer's or destination's
   * number.
   */
  recent: Int32Array;
  /** Characters in the dictionary, for the memory limit. */
  characters: number;
}

interface Shape {
  readonly id: number;
  /** Value of the member `kind`, which is part of the shape; "" = none. */
  readonly kind: string;
  readonly names: readonly string[];
}

/** The lowest bit of the first number: 0 = the number is the value, 1 = one of these tags. */
const ABSENT = 1;
const TRUE = 3;
const FALSE = 5;
const NULL = 7;
const FLOAT = 9;
const TEXT = 11;
const LIST = 13;
const OBJECT = 15;

/** Largest whole number stored as an integer. Larger numbers would lose their lowest bits when doubled twice. */
const INTEGER_MAX = 2 ** 50;

/** Number of places for remembered texts. Nearly every run has fewer pending timers and destinations. */
const RECENT = 1 << 12;
const NONE_YET = new Int32Array(1);

export function createPacker(size = 256): Packer {
  const bytes = new Uint8Array(size);
  return {
    bytes,
    floats: new DataView(bytes.buffer),
    length: 0,
    texts: [],
    textIds: new Map(),
    shapes: [],
    byKind: new Map(),
    usual: new Int32Array(8),
    // Created with the first text, because the empty log of a deleted branch never needs the array.
    recent: NONE_YET,
    characters: 0,
  };
}

/** Restarts at the beginning of the buffer and keeps the dictionary. */
export function rewindPacker(packer: Packer): void {
  packer.length = 0;
}

/** Appends one value: number, text, boolean, null, undefined, list or plain object. */
export function packValue(packer: Packer, value: unknown): void {
  if (packer.length + 32 > packer.bytes.length) grow(packer);
  switch (typeof value) {
    case 'number':
      packNumber(packer, value);
      return;
    case 'string':
      packer.bytes[packer.length++] = TEXT;
      packVarint(packer, textId(packer, value));
      return;
    case 'boolean':
      packer.bytes[packer.length++] = value ? TRUE : FALSE;
      return;
    case 'object':
      packObject(packer, value);
      return;
    default:
      packer.bytes[packer.length++] = ABSENT;
  }
}

function packObject(packer: Packer, value: object | null): void {
  if (value === null) {
    packer.bytes[packer.length++] = NULL;
  } else if (Array.isArray(value)) {
    packer.bytes[packer.length++] = LIST;
    packVarint(packer, value.length);
    for (const item of value) packValue(packer, item);
  } else {
    packRecord(packer, value as Record<string, unknown>);
  }
}

function packRecord(packer: Packer, record: Record<string, unknown>): void {
  const given = record['kind'];
  const kind = typeof given === 'string' ? given : '';
  const start = packer.length;
  for (const shape of packer.byKind.get(kind) ?? NO_SHAPES) {
    if (packAs(packer, record, shape)) return;
    packer.length = start;
  }
  const names = Object.keys(record);
  const shape: Shape = { id: packer.shapes.length, kind, names };
  packer.shapes.push(shape);
  packer.byKind.set(kind, [...(packer.byKind.get(kind) ?? NO_SHAPES), shape]);
  packAs(packer, record, shape);
}

const NO_SHAPES: Shape[] = [];

/** Packs a record if it has this shape, else returns false. A separate comparison first would double the cost. */
function packAs(packer: Packer, record: Record<string, unknown>, { id, kind, names }: Shape): boolean {
  packer.bytes[packer.length++] = OBJECT;
  packVarint(packer, id);
  let i = 0;
  for (const name in record) {
    if (names[i] !== name) return false;
    i++;
    if (kind !== '' && name === 'kind') continue;
    const value = record[name];
    // Small whole numbers are most frequent.
    if (typeof value === 'number' && value > 0 && value < 0x400_0000 && Math.floor(value) === value) {
      if (packer.length + 32 > packer.bytes.length) grow(packer);
      packSmall(packer, value * 4);
    } else packValue(packer, value);
  }
  return i === names.length;
}

function packSmall(packer: Packer, value: number): void {
  const { bytes } = packer;
  let rest = value;
  let at = packer.length;
  while (rest >= 128) {
    bytes[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  packer.length = at;
}

function packNumber(packer: Packer, value: number): void {
  if (!Number.isInteger(value) || value > INTEGER_MAX || value < -INTEGER_MAX || Object.is(value, -0)) {
    packer.bytes[packer.length++] = FLOAT;
    packer.floats.setFloat64(packer.length, value);
    packer.length += 8;
    return;
  }
  // A sign bit and a free lowest bit are added (zigzag), so that small numbers of either sign take one byte.
  packVarint(packer, value < 0 ? -value * 4 - 2 : value * 4);
}

function packVarint(packer: Packer, value: number): void {
  const { bytes } = packer;
  let rest = value;
  while (rest >= 0x1000_0000) {
    bytes[packer.length++] = (rest % 128) | 0x80;
    rest = Math.floor(rest / 128);
  }
  while (rest >= 128) {
    bytes[packer.length++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[packer.length++] = rest;
}

function grow(packer: Packer): void {
  const bytes = new Uint8Array(packer.bytes.length * 2);
  bytes.set(packer.bytes);
  packer.bytes = bytes;
  packer.floats = new DataView(bytes.buffer);
}

/** Like `textId`, for a place of a record that nearly always has the same text as before. `place` is below 8. */
export function usualText(packer: Packer, place: number, text: string): number {
  const last = packer.usual[place]!;
  if (packer.texts[last] === text) return last;
  const id = textId(packer, text);
  packer.usual[place] = id;
  return id;
}

/**
 * Like `textId`, for a text that belongs to a number: the label of a timer, the name of a destination. Comparing it with the
 * latest text of this number is far faster than the dictionary, which holds every label of a run.
 */
export function textOf(packer: Packer, number: number, text: string): number {
  const place = number & (RECENT - 1);
  const last = packer.recent[place] ?? 0;
  if (packer.texts[last] === text) return last;
  return rememberText(packer, number, text);
}

export function rememberText(packer: Packer, number: number, text: string): number {
  const id = textId(packer, text);
  if (packer.recent === NONE_YET) packer.recent = new Int32Array(RECENT);
  packer.recent[number & (RECENT - 1)] = id;
  return id;
}

/** Number of a text in the dictionary. Adds the text if necessary. */
export function textId(packer: Packer, text: string): number {
  const known = packer.textIds.get(text);
  if (known !== undefined) return known;
  const id = packer.texts.length;
  packer.texts.push(text);
  packer.textIds.set(text, id);
  packer.characters += text.length;
  return id;
}

export interface PackReader {
  bytes: Uint8Array;
  offset: number;
}

export function unpackValue(packer: Packer, reader: PackReader): unknown {
  const head = unpackVarint(reader);
  if (head % 2 === 0) return head % 4 === 0 ? head / 4 : -(head + 2) / 4;
  switch (head) {
    case TRUE:
      return true;
    case FALSE:
      return false;
    case NULL:
      return null;
    case FLOAT: {
      const { buffer, byteOffset } = reader.bytes;
      const value = new DataView(buffer).getFloat64(byteOffset + reader.offset);
      reader.offset += 8;
      return value;
    }
    case TEXT:
      return packer.texts[unpackVarint(reader)];
    case LIST: {
      const list: unknown[] = [];
      for (let n = unpackVarint(reader); n > 0; n--) list.push(unpackValue(packer, reader));
      return list;
    }
    case OBJECT: {
      const record: Record<string, unknown> = {};
      const shape = packer.shapes[unpackVarint(reader)];
      const kind = shape?.kind ?? '';
      for (const name of shape?.names ?? []) {
        record[name] = kind !== '' && name === 'kind' ? kind : unpackValue(packer, reader);
      }
      return record;
    }
    default:
      return undefined;
  }
}

function unpackVarint(reader: PackReader): number {
  const { bytes } = reader;
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = bytes[reader.offset++] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
    scale *= 128;
  }
}
