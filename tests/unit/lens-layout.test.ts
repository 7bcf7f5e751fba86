import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LENS_BARS, lensLayout, lensPlaceAt } from '../../src/panels/stage/lens-layout.ts';

const SIZES = { width: 840, bar: 30, card: 90, columnMost: 9 };

describe('the lens over a long list', () => {
  it.each([
    [2000, 150, 64, 86, 215],
    [2000, 0, 64, 0, 129],
    [2000, 1999, 64, 1871, 2000],
    [70, 10, 64, 0, 70],
  ])('over place %2$i of %1$i with %3$i to each side shows %4$i to %5$i', (count, index, side, from, to) => {
    const layout = lensLayout(count, index, side, SIZES);
    expect([layout.from, layout.to, layout.card.index]).toEqual([from, to, index]);
  });

  it('gives every place one mark inside the lens, in list order, side by side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 61, max: 5000 }),
        fc.nat(),
        fc.integer({ min: 16, max: 160 }),
        (count, at, side) => {
          const index = at % count;
          const layout = lensLayout(count, index, side, SIZES);
          const marks = [...layout.columns, ...layout.bars, layout.card].toSorted(
            (a, b) => a.index - b.index,
          );
          expect(marks.map((mark) => mark.index)).toEqual(
            Array.from({ length: layout.to - layout.from }, (_, i) => layout.from + i),
          );
          for (const mark of marks) expect(lensPlaceAt(layout, mark.x + mark.width / 2)).toBe(mark.index);
          for (const [i, next] of marks.slice(1).entries())
            expect(next.x).toBeCloseTo(marks[i]!.x + marks[i]!.width, 6);
          expect(marks[0]?.x).toBeGreaterThanOrEqual(0);
          const last = marks.at(-1);
          expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(SIZES.width + 1e-6);
          expect(layout.bars.every((bar) => Math.abs(bar.index - index) <= LENS_BARS)).toBe(true);
        },
      ),
      { seed: 20261121, numRuns: 200 },
    );
  });
});
