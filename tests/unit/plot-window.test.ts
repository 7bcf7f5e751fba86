import { describe, expect, it } from 'vitest';
import { boxBeside, nearestPlace } from '../../src/plot/nearest.ts';
import { timeScale, valueScale } from '../../src/plot/scales.ts';
import { moveWindow, windowInside, zoomWindow } from '../../src/plot/time-window.ts';

const whole = { from: 1000, to: 2000 };
const limits = { whole, shortest: 10 };

describe('a window of time', () => {
  it('keeps the instant under the pointer in its place when it is zoomed', () => {
    const window = zoomWindow(whole, 1250, 0.5, limits);
    expect(window).toEqual({ from: 1125, to: 1625 });
    expect(zoomWindow({ from: 1125, to: 1625 }, 1250, 0.5, limits)).toEqual({ from: 1188, to: 1438 });
  });

  it('is the whole range when it would be as long as that', () => {
    expect(zoomWindow({ from: 1100, to: 1700 }, 1200, 2, limits)).toBeNull();
    expect(zoomWindow(whole, 1500, 1, limits)).toBeNull();
  });

  it('is never shorter than the shortest span', () => {
    expect(zoomWindow({ from: 1500, to: 1512 }, 1506, 0.01, limits)).toEqual({ from: 1501, to: 1511 });
    expect(zoomWindow(whole, 1500, 0.5, { whole, shortest: 5000 })).toBeNull();
  });

  it('stays inside the whole range, zoomed or moved', () => {
    expect(zoomWindow({ from: 1000, to: 1100 }, 1100, 4, limits)).toEqual({ from: 1000, to: 1400 });
    expect(moveWindow({ from: 1100, to: 1300 }, -500, whole)).toEqual({ from: 1000, to: 1200 });
    expect(moveWindow({ from: 1100, to: 1300 }, 5000, whole)).toEqual({ from: 1800, to: 2000 });
    expect(moveWindow({ from: 1100, to: 1300 }, 50, whole)).toEqual({ from: 1150, to: 1350 });
  });

  it('is cut to a range that has become shorter', () => {
    expect(windowInside({ from: 1500, to: 1900 }, { from: 0, to: 300 })).toEqual({ from: 0, to: 300 });
    expect(windowInside({ from: 1500, to: 1900 }, { from: 0, to: 500 })).toEqual({ from: 100, to: 500 });
  });
});

describe('the nearest place', () => {
  const places = [10, 20, 40, 80];
  const all = { left: 0, right: 100 };

  it('is that on either side, the first of two that are equally near', () => {
    expect([0, 14, 15, 16, 29, 31, 61, 500].map((x) => nearestPlace(places, x, all))).toEqual([
      0, 0, 0, 1, 1, 2, 3, 3,
    ]);
  });

  it('is one of those inside the plot', () => {
    expect(nearestPlace(places, 12, { left: 15, right: 50 })).toBe(1);
    expect(nearestPlace(places, 79, { left: 15, right: 50 })).toBe(2);
  });

  it('is none where no place is inside', () => {
    expect(nearestPlace(places, 50, { left: 41, right: 79 })).toBeNull();
    expect(nearestPlace([], 50, all)).toBeNull();
  });
});

describe('the box of a crosshair', () => {
  it('is right of the line, left near the right edge, inside where neither has room', () => {
    const span = { left: 40, right: 240 };
    expect(boxBeside(100, 60, span)).toBe(108);
    expect(boxBeside(200, 60, span)).toBe(132);
    expect(boxBeside(140, 190, span)).toBe(50);
    expect(boxBeside(140, 300, span)).toBe(40);
  });
});

describe('scales', () => {
  it('put 0 at the bottom and a round value at or above the largest at the top', () => {
    const { top, y, ticks } = valueScale({ bottom: 110, height: 100 }, 0.9);
    expect([top, y(0), y(top)]).toEqual([1, 110, 10]);
    expect(ticks.map(({ text }) => text)).toEqual(['0', '0.25', '0.5', '0.75', '1']);
  });

  it('write no digits that binary fractions add', () => {
    const { ticks } = valueScale({ bottom: 100, height: 100 }, 0.4);
    expect(ticks.map(({ text }) => text)).toEqual(['0', '0.1', '0.2', '0.3', '0.4']);
  });

  it('end at the largest count where only whole numbers are marked', () => {
    const { top, ticks } = valueScale({ bottom: 100, height: 100 }, 11, { whole: true });
    expect([top, ...ticks.map(({ text }) => text)]).toEqual([11, '0', '3', '6', '9']);
    expect(valueScale({ bottom: 100, height: 100 }, 0, { whole: true }).top).toBe(1);
  });

  it('put the ends of a window at the ends of the plot', () => {
    const x = timeScale({ left: 44, width: 200 }, whole);
    expect([x(1000), x(1500), x(2000)]).toEqual([44, 144, 244]);
  });
});
