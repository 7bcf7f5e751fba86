import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { qrCode, type QrCode, qrPath, QUIET } from '../../src/panels/share/qr.ts';

const SCALE = 3;

/** Paints the code with its quiet zone. Returns what an independent scanner reads; undefined = nothing. */
function scan({ size, data }: QrCode): string | undefined {
  const side = (size + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const black = data[Math.floor(y / SCALE) - QUIET]?.[Math.floor(x / SCALE) - QUIET] === true;
      if (black) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return jsQR(pixels, side, side)?.data;
}

test.each([
  [10, 1],
  [60, 4],
  [200, 10],
  [440, 16],
  [800, 20],
  [2000, 33],
  [2900, 40],
])('a link of %i characters is a code of version %i that a scanner reads', (length, version) => {
  const text = `https://q.example/#${'s=AZ-_09'.repeat(400)}`.slice(0, length);
  const code = qrCode(text);
  if (code === null) throw new Error('too long');
  expect([code.version, code.size]).toEqual([version, version * 4 + 17]);
  expect(scan(code)).toBe(text);
});

test('refuses what no code can hold', () => {
  expect(qrCode('x'.repeat(2953))?.version).toBe(40);
  expect(qrCode('x'.repeat(2954))).toBeNull();
});

test('the path begins with the finder, inside the quiet zone', () => {
  const code = qrCode('hello');
  expect(code === null ? '' : qrPath(code)).toMatch(/^M4 4h7v1h-7z/);
});
