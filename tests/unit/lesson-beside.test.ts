import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plot } from '../../src/plot/Frame.tsx';
import { LESSONS } from '../../src/learn/lessons/catalogue.ts';
import { prepareStop } from '../../src/learn/questions/ask.ts';
import { aimdBeside, aimdChart } from '../../src/learn/panels/lesson/aimd-layout.ts';
import { heapOf, heapPlaces } from '../../src/learn/panels/lesson/heap-layout.ts';
import type { TimerToken } from '../../src/protocol/wheel.ts';
import { createProbe } from '../fixtures/probe.ts';

function timers(dues: readonly number[]): TimerToken[] {
  return dues.map((due, i) => ({
    id: i + 1,
    due,
    level: 0,
    bucket: 0,
    label: '',
    form: 'other',
    mark: String(i + 1),
    number: 0,
  }));
}

/** Returns the feedback history at the stop that compares the destination's window with TCP's. */
async function history() {
  const probe = await createProbe();
  const lesson = LESSONS.find(({ id }) => id === 'windows');
  const stop = lesson?.stops.at(-1);
  const scenario = lesson?.scenes[stop?.scene ?? ''];
  if (stop === undefined || scenario === undefined) throw new Error('no stop');
  await prepareStop(probe, stop, scenario, '');
  const found = await probe.api.ask('feedback', 'smtp', stop.destination, 600);
  if (found === null) throw new Error('no feedback');
  return found;
}

describe('AIMD beside the window', () => {
  test('adds 1/window, halves where the server takes no more, and never falls below 1', async () => {
    const { points, takes } = aimdBeside(await history());
    expect(takes).toBe(5);
    expect(points.length).toBeGreaterThan(50);
    let before = 5;
    for (const { aimd } of points) {
      expect(aimd).toBeCloseTo(before >= 6 - 1e-9 ? before / 2 : before + 1 / before, 9);
      before = aimd;
    }
    // The lesson gives these figures for the two windows.
    expect(new Set(points.map(({ window }) => window))).toEqual(new Set([5, 6]));
    expect(Math.min(...points.map(({ aimd }) => aimd))).toBeCloseTo(3, 0);
  });

  const plot = (width: number): Plot => ({
    left: 34,
    right: width - 120,
    top: 12,
    bottom: 266,
    width: width - 154,
    height: 254,
    frame: { width, height: 300 },
  });

  test('is drawn inside its box, with the names of the curves apart', async () => {
    const { points } = aimdBeside(await history());
    for (const width of [340, 700]) {
      const chart = aimdChart(points, plot(width));
      expect(Math.abs(chart.windowAt - chart.aimdAt)).toBeGreaterThanOrEqual(21.9);
      expect(chart.failures).toHaveLength(points.filter(({ failed }) => failed).length);
      for (const { x, y } of chart.failures) expect(x < plot(width).right && y < 300).toBe(true);
    }
    expect(aimdChart([], plot(340)).window).toBe('');
  });
});

describe('a heap beside the wheel', () => {
  test('holds the timers of the lesson, the last of which passes two levels', () => {
    const heap = heapOf(timers([9, 12.6, 5.5, 14.7, 7.3, 12.5, 10.5, 15.7, 13.2, 5.8].map((s) => s * 1e6)));
    expect(heap.nodes.map(({ due }) => due / 1e6)).toEqual([
      5.5, 5.8, 9, 13.2, 7.3, 12.5, 10.5, 15.7, 14.7, 12.6,
    ]);
    expect(heap).toMatchObject({ comparisons: 3, path: [9, 4, 1] });
    const places = heapPlaces(heap);
    expect(places.filter(({ passed }) => passed).map(({ timer }) => timer.due / 1e6)).toEqual([
      5.8, 7.3, 12.6,
    ]);
    expect(places[0]).toMatchObject({ x: 50, level: 0, parent: -1 });
  });

  test('keeps parents at or before their children, comparing once per level at most', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 200 }), (dues) => {
        const { nodes, comparisons } = heapOf(timers(dues));
        expect(nodes.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(dues.map((_, i) => i + 1));
        nodes.forEach(({ due }, i) => {
          const above = nodes[(i - 1) >> 1];
          expect(i === 0 || (above !== undefined && above.due <= due)).toBe(true);
        });
        expect(comparisons).toBeLessThanOrEqual(Math.floor(Math.log2(nodes.length)));
        expect(heapPlaces(heapOf(timers(dues))).length).toBe(Math.min(15, dues.length));
      }),
      { seed: 21 },
    );
  });
});
