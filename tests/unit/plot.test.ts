import { describe, expect, it } from 'vitest';
import {
  bandPath,
  boxesPath,
  levelsOf,
  polyline,
  stepArea,
  stepBand,
  stepLine,
} from '../../src/plot/paths.ts';
import { COARSE, durationLabel, valueTicks, wholeTicks } from '../../src/plot/values.ts';
import { bareLabel, nearTimeStep, roundUp, timeStep, timeTicks } from '../../src/plot/ticks.ts';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

describe('steps of time', () => {
  it('are decimal below ten seconds, then clock units, then days', () => {
    const spans = [5, 80, 4 * SECOND, 12 * SECOND, 100 * SECOND, 20 * HOUR, 14 * DAY, 900 * DAY];
    expect(spans.map((span) => timeStep(span, 5))).toEqual([
      1,
      20,
      SECOND,
      5 * SECOND,
      30 * SECOND,
      6 * HOUR,
      3 * DAY,
      200 * DAY,
    ]);
  });

  it('are never more than fit, except by up to 60 % for the nearest step', () => {
    for (let span = 1; span < 400 * DAY; span = Math.ceil(span * 1.3)) {
      expect(span / timeStep(span, 7)).toBeLessThanOrEqual(7);
      expect(span / nearTimeStep(span, 7)).toBeLessThanOrEqual(7 * 1.6);
    }
    expect([14, 15].map((seconds) => nearTimeStep(seconds * SECOND, 10))).toEqual([SECOND, 2 * SECOND]);
  });

  it('are multiples, both ends included', () => {
    expect(timeTicks({ from: 3 * SECOND, to: 20 * SECOND }, 4)).toEqual({
      step: 5 * SECOND,
      at: [5, 10, 15, 20].map((seconds) => seconds * SECOND),
    });
    expect(timeTicks({ from: 1, to: 2 }, 4, 10).at).toEqual([]);
  });

  it('are labelled in their unit', () => {
    expect(durationLabel(1_250_000, 10_000)).toBe('1.25 s');
    expect([30, 90].map((minutes) => bareLabel(minutes * 60 * SECOND, HOUR / 2, minutes === 30))).toEqual([
      '30 min',
      '90',
    ]);
  });
});

it('labels values in round steps, up to the greatest or above it', () => {
  expect(valueTicks(60, 4)).toEqual([0, 20, 40, 60]);
  expect(valueTicks(7, 4)).toEqual([0, 2, 4, 6, 8]);
  expect(wholeTicks(7, 4)).toEqual([0, 2, 4, 6]);
  expect([3, 0.3, 7.1, 10].map((value) => roundUp(value, COARSE))).toEqual([5, 0.5, 10, 10]);
});

describe('paths', () => {
  const levels = [
    { x: 0, y: 5, to: 10 },
    { x: 10, y: 2, to: 30 },
  ];

  it('join levels by vertical lines, from a base line', () => {
    expect(stepLine(levels)).toBe('M0 5H10V2H30');
    expect(stepArea(levels, 8)).toBe('M0 8V5H10V2H30V8Z');
    expect([stepLine([]), stepArea([], 8), stepBand([], [])]).toEqual(['', '', '']);
  });

  it('restart where a level is separate', () => {
    expect(stepLine(levels.map((level) => ({ ...level, apart: true })))).toBe('M0 5H10M10 2H30');
  });

  it('go along the high levels and back along the low ones', () => {
    const low = levelsOf(
      [8, 8],
      (column) => [0, 10, 30][column] ?? 0,
      (value) => value,
    );
    expect(stepBand(levels, low)).toBe('M0 5H10V2H30V8H10V8H0Z');
    const [a, b] = [
      { x: 0, y: 1 },
      { x: 4, y: 2 },
    ];
    expect(bandPath([a, b], [a, b])).toBe('M0 1L4 2L4 2L0 1Z');
  });

  it('are interrupted where a point is missing', () => {
    expect(polyline([{ x: 0, y: 0 }, { x: 1, y: 1 }, null, { x: 3, y: 1.26 }])).toBe('M0 0L1 1M3 1.3');
    expect(boxesPath([{ x: 1, y: 2, width: 3, height: 4 }])).toBe('M1 2h3v4h-3z');
  });
});
