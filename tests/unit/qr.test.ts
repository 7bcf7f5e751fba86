import { expect, test } from 'vitest';
import {
  dataPlaces,
  fieldProduct,
  inMask,
  patterns,
  qrCode,
  type QrCode,
} from '../../src/panels/share/qr.ts';

/** Both copies of the format, as the standard's positions give them: level and mask, after its fixed mask. */
function formatOf({ rows, size }: QrCode): number[] {
  const first = [0, 1, 2, 3, 4, 5, 7, 8]
    .map((y) => rows[y]![8])
    .concat([7, 5, 4, 3, 2, 1, 0].map((x) => rows[8]![x]));
  const second = Array.from({ length: 15 }, (_, i) =>
    i < 8 ? rows[8]![size - 1 - i] : rows[size - 15 + i]![8],
  );
  return [first, second].map(
    (bits) => bits.reduce((sum, black, i) => sum | (black ? 1 << i : 0), 0) ^ 0x5412,
  );
}

/** Reads a code as a scanner does, without its generator: format, mask, words, check words, bytes. */
function scan(code: QrCode, shape: { blocks: number; check: number }): { text: string; clean: boolean } {
  const [format = 0, copy] = formatOf(code);
  expect(copy).toBe(format);
  const mask = (format >>> 10) & 7;
  const grid = patterns(code.version);
  const bits = dataPlaces(grid).map(([x, y]) => code.rows[y]![x] !== inMask(mask, x, y));
  const words: number[] = [];
  for (let i = 0; i + 8 <= bits.length; i += 8) {
    words.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0));
  }
  const { blocks, check } = shape;
  const data = words.length - blocks * check;
  const short = Math.floor(data / blocks);
  const longOnes = data % blocks;
  const sets = Array.from({ length: blocks }, (): number[] => []);
  let at = 0;
  for (let i = 0; i <= short; i += 1)
    sets.forEach((set, b) => {
      if (i < short || b >= blocks - longOnes) set.push(words[at++]!);
    });
  const message = sets.map((set) => set.slice());
  for (let i = 0; i < check; i += 1) for (const set of sets) set.push(words[at++]!);
  const clean = sets.every((set) => {
    let root = 1;
    for (let i = 0; i < check; i += 1) {
      let sum = 0;
      for (const word of set) sum = fieldProduct(sum, root) ^ word;
      if (sum !== 0) return false;
      root = fieldProduct(root, 2);
    }
    return true;
  });
  const stream = message
    .flat()
    .map((word) => word.toString(2).padStart(8, '0'))
    .join('');
  expect(stream.slice(0, 4)).toBe('0100');
  const width = code.version < 10 ? 8 : 16;
  const length = parseInt(stream.slice(4, 4 + width), 2);
  const bytes = Uint8Array.from({ length }, (_, i) => parseInt(stream.substr(4 + width + i * 8, 8), 2));
  return { text: new TextDecoder().decode(bytes), clean };
}

test.each([
  [10, 1, 1, 10],
  [60, 4, 2, 18],
  [200, 10, 5, 26],
  [440, 16, 10, 28],
  [800, 20, 8, 28],
  [2000, 33, 18, 30],
  [2900, 40, 25, 30],
])('a link of %i characters is a code of version %i that reads back', (length, version, blocks, check) => {
  const text = `https://q.example/#${'s=AZ-_09'.repeat(400)}`.slice(0, length);
  const code = qrCode(text);
  if (code === null) throw new Error('too long');
  expect([code.version, code.size]).toEqual([version, version * 4 + 17]);
  expect(scan(code, { blocks, check })).toEqual({ text, clean: true });
});

test('what no code can hold is refused', () => {
  expect(qrCode('x'.repeat(2953))?.version).toBe(40);
  expect(qrCode('x'.repeat(2954))).toBeNull();
});

test('the finders stand in three corners, and the timing between them', () => {
  const code = qrCode('hello');
  const row = (y: number): string => (code?.rows[y] ?? []).map((black) => (black ? '#' : '.')).join('');
  expect(row(0).slice(0, 8)).toBe('#######.');
  expect(row(3).slice(0, 8)).toBe('#.###.#.');
  expect(row(6)).toBe('#######.#.#.#.#######'.slice(0, 21));
});
