import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  trackInstant,
  pageHolding,
  panBy,
  placeBranches,
  placeMarks,
  spanFor,
  trackBars,
  type TrackScale,
  trackTicks,
  trackX,
  zoomTrack,
} from '../../src/panels/timeline/layout.ts';
import type { TimelineMark, TimelineSlice } from '../../src/protocol/answers.ts';

const SECOND = 1_000_000;
const scale: TrackScale = { from: 0, to: 10 * SECOND, width: 1000 };

function slice(part: Partial<TimelineSlice>): TimelineSlice {
  return { from: 0, to: 10 * SECOND, counts: [], marks: [], branches: [], ...part };
}

function mark(kind: TimelineMark['kind'], at: number, number = 1): TimelineMark {
  return { kind, at, step: Math.round(at / 1000), number, text: '' };
}

describe('the axis', () => {
  test.each([
    [0, 8],
    [7, 8],
    [7.5, 10],
    [9.5, 15],
    [40, 45],
    [300, 450],
    [100_000, 111_600],
  ])('of a run of %s s ends at %s s', (head, end) => {
    expect(spanFor(head * SECOND)).toBe(end * SECOND);
  });

  test('always holds the head with room to its right', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 1e12 }), (head) => spanFor(head) >= head / 0.92 - 1));
  });

  test('converts pixels to instants and back', () => {
    expect(trackX(scale, 2.5 * SECOND)).toBe(250);
    expect(trackInstant(scale, 250)).toBe(2.5 * SECOND);
    expect(trackInstant(scale, -20)).toBe(0);
    expect(trackInstant(scale, 2000)).toBe(10 * SECOND);
  });

  test('labels whole steps with room between them, on a clock when zoomed out', () => {
    expect(trackTicks(scale).map((tick) => tick.at / SECOND)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const minutes = trackTicks({ from: 0, to: 600 * SECOND, width: 1000 });
    expect(minutes.map((tick) => tick.at / SECOND)).toEqual([0, 120, 240, 360, 480]);
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 3000 }),
        fc.integer({ min: 50_000, max: 1e11 }),
        (width, span) => {
          const ticks = trackTicks({ from: 0, to: span, width });
          return ticks.every((tick, i) => i === 0 || tick.x - (ticks[i - 1]?.x ?? 0) >= 40);
        },
      ),
    );
  });
});

describe('zooming', () => {
  const whole = 100 * SECOND;

  test('keeps the instant under the pointer where it is', () => {
    const before = { from: 20 * SECOND, to: 40 * SECOND };
    expect(zoomTrack(before, 25 * SECOND, 0.5, whole)).toEqual({ from: 22.5 * SECOND, to: 32.5 * SECOND });
  });

  test('ends at the whole run and at 0.05 s', () => {
    expect(zoomTrack({ from: 0, to: 60 * SECOND }, 0, 2, whole)).toBeNull();
    const close = zoomTrack({ from: 0, to: 60_000 }, 30_000, 0.1, whole);
    expect(close === null ? 0 : close.to - close.from).toBe(50_000);
  });

  test('never leaves the run', () => {
    expect(panBy({ from: 90 * SECOND, to: 100 * SECOND }, 3, whole)).toEqual({
      from: 90 * SECOND,
      to: whole,
    });
    expect(panBy({ from: 5 * SECOND, to: 15 * SECOND }, -3, whole)).toEqual({ from: 0, to: 10 * SECOND });
  });

  test('turns pages to keep the cursor in sight', () => {
    const window = { from: 10 * SECOND, to: 20 * SECOND };
    expect(pageHolding(window, 12 * SECOND)).toEqual(window);
    expect(pageHolding(window, 47 * SECOND)).toEqual({ from: 40 * SECOND, to: 50 * SECOND });
    expect(pageHolding(window, 3 * SECOND)).toEqual({ from: 0, to: 10 * SECOND });
  });
});

test('a burst shows single decisions, and the future looks unlike the past', () => {
  const bars = trackBars(slice({ counts: [1, 0, 500, 0, 1] }), scale, 5 * SECOND);
  expect(bars.map((bar) => [bar.part, bar.height, bar.future])).toEqual([
    [0, 2, false],
    [2, 22, false],
    [4, 2, true],
  ]);
});

test('thins overlapping marks by kind, and keeps the newest', () => {
  const marks = [
    mark('injection', 1000),
    mark('injection', 2000, 2),
    mark('preemption', 2000, 2),
    mark('dead', 9e6),
  ];
  const placed = placeMarks(marks, scale, { step: 5000 });
  expect(placed.map((p) => [p.mark.kind, p.mark.number, p.row, p.future])).toEqual([
    ['injection', 2, 0, false],
    ['preemption', 2, 1, false],
    ['dead', 1, 1, true],
  ]);
});

test('draws the branch that others left from where this one left it', () => {
  const branches = [
    { id: 1, parent: 0, name: 'main', forkAt: 0, endAt: 8 * SECOND, current: false, counts: [0, 0, 0, 0, 4] },
    { id: 2, parent: 1, name: 'cost 5', forkAt: 3 * SECOND, endAt: 4 * SECOND, current: true, counts: [] },
  ];
  expect(placeBranches(slice({ branches }), scale)).toMatchObject([{ id: 1, x: 300, endX: 800 }]);
});
