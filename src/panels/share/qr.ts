/**
 * QR codes (ISO/IEC 18004), byte mode: a link as black and white modules. Level M where it fits a size that a phone
 * still reads from a screen, else L.
 */

/** Modules, row by row; true = black. Without the quiet zone, which is four modules wide. */
export interface QrCode {
  size: number;
  version: number;
  rows: readonly (readonly boolean[])[];
}

type Level = 'L' | 'M';

/** Check codewords of a block, and blocks, by version from 1. */
const CHECK: Record<Level, readonly number[]> = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
};
const BLOCKS: Record<Level, readonly number[]> = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17,
    18, 19, 19, 20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
    31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ],
};
/** Level M is given up above this version: finer modules cost more reading than weaker checks. */
const MEDIUM_MAX = 16;
const VERSION_MAX = 40;

/** The code of a text, or null when it is longer than any code holds (2,953 bytes). */
export function qrCode(text: string): QrCode | null {
  const bytes = new TextEncoder().encode(text);
  const medium = smallest(bytes.length, 'M');
  const level: Level = medium !== 0 && medium <= MEDIUM_MAX ? 'M' : 'L';
  const version = level === 'M' ? medium : smallest(bytes.length, 'L');
  if (version === 0) return null;
  const words = interleave(dataWords(bytes, version, level), version, level);
  return draw(words, version, level);
}

function smallest(length: number, level: Level): number {
  for (let version = 1; version <= VERSION_MAX; version += 1) {
    const header = version < 10 ? 12 : 20;
    if (header + length * 8 <= dataLength(version, level) * 8) return version;
  }
  return 0;
}

/** Codewords of a version, without the modules of the fixed patterns. */
function rawLength(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const lines = Math.floor(version / 7) + 2;
    modules -= (25 * lines - 10) * lines - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

function dataLength(version: number, level: Level): number {
  return rawLength(version) - (CHECK[level][version - 1] ?? 0) * (BLOCKS[level][version - 1] ?? 0);
}

function dataWords(bytes: Uint8Array, version: number, level: Level): number[] {
  const bits: number[] = [];
  const push = (value: number, width: number): void => {
    for (let i = width - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const room = dataLength(version, level) * 8;
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) push(pad, 8);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  return words;
}

/** Splits into blocks (the first ones a word shorter), adds check words, and takes them in turn. */
function interleave(data: readonly number[], version: number, level: Level): number[] {
  const count = BLOCKS[level][version - 1] ?? 1;
  const check = CHECK[level][version - 1] ?? 0;
  const raw = rawLength(version);
  const short = Math.floor(raw / count) - check;
  const shortBlocks = count - (raw % count);
  const divisor = generator(check);
  const blocks: { words: number[]; check: number[] }[] = [];
  for (let i = 0, at = 0; i < count; i += 1) {
    const length = short + (i < shortBlocks ? 0 : 1);
    const words = data.slice(at, at + length);
    at += length;
    blocks.push({ words, check: remainder(words, divisor) });
  }
  const out: number[] = [];
  for (let i = 0; i <= short; i += 1)
    for (const { words } of blocks) if (i < words.length) out.push(words[i]!);
  for (let i = 0; i < check; i += 1) for (const block of blocks) out.push(block.check[i]!);
  return out;
}

/** Product in the field of 256 elements with x⁸ + x⁴ + x³ + x² + 1. */
export function fieldProduct(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> i) & 1) * a;
  }
  return product;
}

/** (x − 2⁰)(x − 2¹)… without its leading one. */
function generator(degree: number): number[] {
  const out = Array<number>(degree).fill(0);
  out[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) {
      out[j] = fieldProduct(out[j]!, root) ^ (out[j + 1] ?? 0);
    }
    root = fieldProduct(root, 2);
  }
  return out;
}

function remainder(words: readonly number[], divisor: readonly number[]): number[] {
  const out = divisor.map(() => 0);
  for (const word of words) {
    const factor = word ^ (out.shift() ?? 0);
    out.push(0);
    divisor.forEach((coefficient, i) => {
      out[i] = out[i]! ^ fieldProduct(coefficient, factor);
    });
  }
  return out;
}

interface Grid {
  size: number;
  black: boolean[][];
  /** Modules of fixed patterns: no data, no mask. */
  fixed: boolean[][];
}

function draw(words: readonly number[], version: number, level: Level): QrCode {
  const grid = patterns(version);
  place(grid, words);
  let best: { score: number; rows: boolean[][] } | null = null;
  for (let mask = 0; mask < 8; mask += 1) {
    const rows = masked(grid, mask);
    writeFormat(rows, grid.size, level, mask);
    const score = penalty(rows);
    if (best === null || score < best.score) best = { score, rows };
  }
  return { size: grid.size, version, rows: best?.rows ?? [] };
}

/** Finders, timing, alignment, version; room for the format. */
export function patterns(version: number): Grid {
  const size = version * 4 + 17;
  const make = (): boolean[][] => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const grid: Grid = { size, black: make(), fixed: make() };
  const set = (x: number, y: number, black: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid.black[y]![x] = black;
    grid.fixed[y]![x] = true;
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  }
  const lines = alignment(version, size);
  lines.forEach((cx, i) =>
    lines.forEach((cy, j) => {
      const corner =
        (i === 0 && j === 0) || (i === 0 && j === lines.length - 1) || (i === lines.length - 1 && j === 0);
      if (corner) return;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  for (let i = 0; i < 9; i += 1) {
    for (const [x, y] of [
      [8, i],
      [i, 8],
      [size - 1 - i, 8],
      [8, size - 1 - i],
    ] as const)
      if (i < 8 || (x <= 8 && y <= 8)) if (!grid.fixed[y]![x]) set(x, y, false);
  }
  if (version >= 7) {
    const bits = (version << 12) | bch(version, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const black = ((bits >>> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), black);
      set(Math.floor(i / 3), size - 11 + (i % 3), black);
    }
  }
  return grid;
}

function alignment(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const out = [6];
  for (let i = count - 2; i >= 0; i -= 1) out.push(size - 7 - i * step);
  return out;
}

function bch(value: number, divisor: number, degree: number): number {
  let rest = value;
  for (let i = 0; i < degree; i += 1) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * divisor);
  return rest;
}

/** Places of the data, in pairs of columns from the right, upwards and downwards in turn. */
export function dataPlaces({ size, fixed }: Pick<Grid, 'size' | 'fixed'>): [x: number, y: number][] {
  const out: [number, number][] = [];
  let upwards = true;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The column of the timing pattern is stepped over.
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1) {
      const y = upwards ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!fixed[y]![x]) out.push([x, y]);
    }
    upwards = !upwards;
  }
  return out;
}

function place(grid: Grid, words: readonly number[]): void {
  dataPlaces(grid).forEach(([x, y], i) => {
    const word = words[i >>> 3] ?? 0;
    grid.black[y]![x] = ((word >>> (7 - (i & 7))) & 1) === 1;
  });
}

/** Whether a mask turns a module over. */
export function inMask(mask: number, x: number, y: number): boolean {
  switch (mask) {
    case 0:
      return (x + y) % 2 === 0;
    case 1:
      return y % 2 === 0;
    case 2:
      return x % 3 === 0;
    case 3:
      return (x + y) % 3 === 0;
    case 4:
      return (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0;
    case 5:
      return ((x * y) % 2) + ((x * y) % 3) === 0;
    case 6:
      return (((x * y) % 2) + ((x * y) % 3)) % 2 === 0;
    default:
      return (((x + y) % 2) + ((x * y) % 3)) % 2 === 0;
  }
}

function masked({ black, fixed }: Grid, mask: number): boolean[][] {
  return black.map((row, y) => row.map((module, x) => module !== (!fixed[y]![x] && inMask(mask, x, y))));
}

function writeFormat(rows: boolean[][], size: number, level: Level, mask: number): void {
  const data = ((level === 'L' ? 1 : 0) << 3) | mask;
  const bits = ((data << 10) | bch(data, 0x537, 10)) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >>> i) & 1) === 1;
  const around = [0, 1, 2, 3, 4, 5, 7, 8];
  for (let i = 0; i < 8; i += 1) {
    rows[around[i]!]![8] = bit(i);
    rows[8]![size - 1 - i] = bit(i);
  }
  const left = [7, 5, 4, 3, 2, 1, 0];
  for (let i = 8; i < 15; i += 1) {
    rows[8]![left[i - 8]!] = bit(i);
    rows[size - 15 + i]![8] = bit(i);
  }
  rows[size - 8]![8] = true;
}

/** How hard a picture is to read: long runs, blocks, false finders, uneven grey. */
function penalty(rows: readonly (readonly boolean[])[]): number {
  const size = rows.length;
  let score = 0;
  let dark = 0;
  for (let i = 0; i < size; i += 1) {
    score += linePenalty(rows[i]!) + linePenalty(rows.map((row) => row[i]!));
    for (let j = 0; j < size; j += 1) {
      if (rows[i]![j]) dark += 1;
      if (i === 0 || j === 0) continue;
      const here = rows[i]![j];
      if (here === rows[i - 1]![j] && here === rows[i]![j - 1] && here === rows[i - 1]![j - 1]) score += 3;
    }
  }
  return score + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10;
}

function linePenalty(line: readonly boolean[]): number {
  let score = 0;
  let run = 0;
  for (let i = 0; i < line.length; i += 1) {
    run = i > 0 && line[i] === line[i - 1] ? run + 1 : 1;
    if (run === 5) score += 3;
    else if (run > 5) score += 1;
  }
  const text = line.map((black) => (black ? '1' : '0')).join('');
  for (const finder of ['00001011101', '10111010000'])
    for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) score += 40;
  return score;
}

/** The code as one path of a drawing whose unit is a module, with the quiet zone. */
export function qrPath({ rows }: QrCode): string {
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      path += `M${from + QUIET} ${y + QUIET}h${x - from + 1}v1h${from - x - 1}z`;
    }
  });
  return path;
}

/** Modules of white around the code. */
export const QUIET = 4;

/** The code as a file that any program opens. */
export function qrSvg(code: QrCode): string {
  const side = code.size + 2 * QUIET;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 8}" height="${side * 8}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${qrPath(code)}"/></svg>\n`;
}
