import { formatSpan } from '../../src/explain/figures.ts';
import { describe, expect, it } from 'vitest';
import { ledgerRows } from '../../src/explain/ledger.ts';
import { toText } from '../../src/explain/tokens.ts';
import { bandPicture, countPicture, overPath, stackedBands } from '../../src/panels/threads/count-layout.ts';
import { momentsShown } from '../../src/panels/threads/CountArea.tsx';
import {
  batchedPaths,
  itemNumber,
  laneMarks,
  laneSizes,
  lastingLanes,
  settledLanes,
} from '../../src/panels/threads/lanes-layout.ts';
import { doable } from '../../src/panels/threads/ThreadsWorld.tsx';
import { xOf, zoomAbout } from '../../src/panels/threads/time-scale.ts';
import { durationLabel } from '../../src/plot/values.ts';
import { timeTicks } from '../../src/plot/ticks.ts';
import { pageOf } from '../../src/panels/threads/useWindow.ts';
import type { EventRecord, ThreadEvent } from '../../src/protocol/events.ts';
import type { LanePiece, ThreadBands } from '../../src/protocol/thread-lanes.ts';

const WINDOW = { from: 0, to: 8_000 };

describe('the axis', () => {
  it.each([
    [40, 10, '40 µs'],
    [4_000, 1_000, '4 ms'],
    [4_500, 500, '4.5 ms'],
    [4_250, 10, '4.25 ms'],
    [1_250_000, 10_000, '1.25 s'],
    [59_000_000, 1_000_000, '59 s'],
    [130_000_000, 10_000_000, '2:10'],
    [300_045_000, 100_000, '5:00.0'],
    [305_000_000, 1_000_000, '5:05'],
  ])('%i µs in steps of %i is %s', (at, step, text) => {
    expect(durationLabel(at, step)).toBe(text);
  });

  it.each([
    [25, '25 µs'],
    [1_234, '1.23 ms'],
    [7_280, '7.28 ms'],
    [10_000_000, '10 s'],
    [600_000_000, '10 min'],
  ])('a span of %i µs is %s', (us, text) => {
    expect(formatSpan(us)).toBe(text);
  });

  it.each([10, 800, 8_000, 5_000_000, 3_600_000_000])('has 3 to 12 round ticks over %i µs', (span) => {
    const { step, at } = timeTicks({ from: 0, to: span }, 8);
    expect(at.length).toBeGreaterThanOrEqual(3);
    expect(at.length).toBeLessThanOrEqual(12);
    expect(at.every((instant) => instant % step === 0)).toBe(true);
  });

  it('zooms around the pointer, from ten microseconds to a day, never before the start', () => {
    const at = 3_000;
    const closer = zoomAbout(WINDOW, at, 0.5);
    expect(xOf(closer, 800, at)).toBeCloseTo(xOf(WINDOW, 800, at));
    expect(zoomAbout(WINDOW, at, 1e-9)).toMatchObject({ from: expect.any(Number) });
    const closest = zoomAbout(WINDOW, at, 1e-9);
    expect(closest.to - closest.from).toBe(10);
    const widest = zoomAbout(WINDOW, at, 1e12);
    expect([widest.from, widest.to]).toEqual([0, 86_400_000_000]);
  });

  it('turns the page when the cursor leaves, and shows what went before', () => {
    expect(pageOf(WINDOW, 8_000)).toEqual(WINDOW);
    for (const cursor of [8_001, 20_000, 1_000_000]) {
      const { from, to } = pageOf(WINDOW, cursor);
      expect(to - from).toBe(8_000);
      expect((cursor - from) / 8_000).toBeGreaterThanOrEqual(0.25 - 1e-9);
      expect(cursor).toBeLessThanOrEqual(to);
    }
  });
});

const piece = (
  from: number,
  to: number,
  state: LanePiece['state'],
  more: Partial<LanePiece> = {},
): LanePiece => ({
  from,
  to,
  state,
  event: 7,
  cpu: -1,
  item: '',
  why: '',
  ...more,
});
const lane = (pieces: LanePiece[]) => [{ thread: 1, name: 'TA', pieces }];

describe('lanes', () => {
  it('draws a stretch at its time, with its item and its CPU', () => {
    const marks = laneMarks(
      lane([piece(2_000, 6_000, 'running', { item: 'e1', cpu: 0 })]),
      WINDOW,
      800,
      true,
    );
    expect(marks.map(({ form, x, width, text, tail }) => [form, x, width, text, tail])).toEqual([
      ['run', 200, 400, 'e1', 'cpu 0'],
    ]);
  });

  it('extends what the last event began to the cursor', () => {
    const lanes = lane([piece(0, 1_000, 'running'), piece(1_000, 2_000, 'waiting')]);
    const spans = (of: typeof lanes): number[][] =>
      of.map(({ pieces }) => pieces.flatMap(({ from, to }) => [from, to]));
    expect(spans(settledLanes(lanes, 2_000))).toEqual([[0, 1_000]]);
    expect(spans(lastingLanes(lanes, 2_000, 5_000))).toEqual([[1_000, 5_000]]);
    expect(spans(lastingLanes(lanes, 2_000, 1_500))).toEqual([[1_000, 2_000]]);
    // The wait ended at 2,000, so at 3,000 no wait continues.
    expect(spans(lastingLanes(lanes, 3_000, 5_000))).toEqual([[]]);
    expect(spans(settledLanes(lanes, 3_000))).toEqual([[0, 1_000, 1_000, 2_000]]);
  });

  it('writes a word only where it fits, and draws nothing outside of the window', () => {
    const said = (to: number): string =>
      laneMarks(lane([piece(0, to, 'blocked', { why: 'connect' })]), WINDOW, 800, true)[0]?.text ?? '';
    expect(said(2_000)).toBe('connect');
    expect(said(400)).toBe('');
    expect(laneMarks(lane([piece(9_000, 9_500, 'running')]), WINDOW, 800, true)).toEqual([]);
    expect(laneMarks(lane([piece(0, 500, 'none')]), WINDOW, 800, true)).toEqual([]);
  });

  it('colours by the number of an event', () => {
    expect(['e12', 'r7', 'token', 'M3', 'a1-b22'].map(itemNumber)).toEqual([12, 7, 0, 3, 22]);
  });

  it('makes one path per form for very many marks', () => {
    const pieces = Array.from({ length: 2_000 }, (_, i) =>
      piece(i * 4, i * 4 + 4, i % 2 === 0 ? 'running' : 'waiting'),
    );
    const paths = batchedPaths(laneMarks(lane(pieces), WINDOW, 800, false), 8, 6);
    expect(paths.map(({ form }) => form)).toEqual(['run', 'wait']);
    expect(paths[0]?.d.match(/M/g)).toHaveLength(1_000);
  });

  it('has names up to twelve lanes, thin ones above', () => {
    expect([laneSizes(12).names, laneSizes(13).names]).toEqual([true, false]);
    expect(laneSizes(40).row * 40).toBeLessThanOrEqual(320);
  });
});

describe('the count', () => {
  const steps = [
    { at: 0, event: 0, runnable: 2, limit: 2 },
    { at: 2_000, event: 3, runnable: 3, limit: 2 },
    { at: 4_000, event: 9, runnable: 1, limit: 2 },
  ];

  it('is red exactly above the limit', () => {
    const { over, top } = countPicture(steps, 8_000, { window: WINDOW, width: 800, height: 62 });
    expect(over.map(({ x, width, by }) => [x, width, by])).toEqual([[200, 200, 1]]);
    expect(top).toBe(4);
    expect(overPath(over)).toMatch(/^M200 [0-9.]+h200v[0-9.]+h-200z$/);
  });

  it('ends where the run is known, while its limit continues', () => {
    const { area, limit } = countPicture(steps, 4_000, {
      window: WINDOW,
      width: 800,
      height: 62,
    });
    expect(area).toContain('H400');
    expect(area).not.toContain('H800');
    expect(limit).toContain('H800');
  });

  const bands = (columns: number): ThreadBands => {
    const column = (value: number): Float64Array => new Float64Array(columns).fill(value);
    return {
      low: column(3),
      high: column(6),
      limit: column(4),
      running: column(2),
      ready: column(2),
      waiting: column(90),
      held: column(0),
      blocked: column(6),
    };
  };

  it('shows the extremes of each column where single steps are too many', () => {
    const { over } = bandPicture(bands(10), 4_000, { window: WINDOW, width: 100, height: 62 });
    expect(over).toHaveLength(5);
    expect(over.every(({ by }) => by === 2)).toBe(true);
  });

  it('stacks all states up to the number of threads', () => {
    const areas = stackedBands(bands(4), 100, 400, 120);
    expect(areas.map(({ state }) => state)).toEqual(['running', 'ready', 'blocked', 'held', 'waiting']);
    expect(areas.at(-1)?.d.startsWith('M0 0')).toBe(true);
  });
});

const record = (n: number, at: number, event: ThreadEvent): EventRecord => ({ n, at, step: n, event });
const count = (
  from: number,
  to: number,
  threadName: string,
  cause: 'block' | 'W2' | 'unblock',
  detail = '',
): ThreadEvent => ({
  kind: 'group.count',
  transport: 0,
  group: 1,
  name: 'G',
  from,
  to,
  limit: 2,
  thread: 1,
  threadName,
  cause,
  detail,
});
const posted = (item: string): ThreadEvent => ({
  kind: 'source.posted',
  transport: 0,
  source: 1,
  name: 'E',
  item,
  pending: 1,
});
const SCOPE = { group: 'G', source: 'E', runnable: 0, limit: 2 };

describe('the ledger', () => {
  it('has one row per instant: the path of the count, the rule, the reason', () => {
    const rows = ledgerRows(
      [
        record(1, 1_000, posted('e1')),
        record(2, 2_000, count(2, 1, 'TB', 'block', 'connect')),
        record(3, 2_000, count(1, 2, 'TA', 'W2')),
        record(4, 3_000, count(2, 3, 'TB', 'unblock', 'connect')),
      ],
      SCOPE,
    );
    expect(rows.map(({ at, pill, acted, chain, what }) => [at, pill, acted, chain, toText(what)])).toEqual([
      [1_000, 'W1', false, [2], 'e1 arrives, no room: no thread is woken'],
      [2_000, 'W2', true, [2, 1, 2], 'TB went to wait in connect; TA is woken'],
      [3_000, '+1', true, [2, 3], 'TB ended its wait in connect and bypasses the gate'],
    ]);
    expect(rows[0]?.idle).toEqual(['e1']);
  });

  it('joins many of a kind, and shortens their path', () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      record(i + 1, 500, count(i, i + 1, `T${i}`, 'unblock', 'greeting')),
    );
    const [row] = ledgerRows(many, SCOPE);
    expect(toText(row?.what ?? [])).toBe('40 threads end their wait in greeting and bypass the gate');
    expect(row?.chain).toEqual([0, 40]);
  });

  it('is about one group only', () => {
    expect(ledgerRows([record(1, 0, posted('e1'))], { ...SCOPE, source: 'F' })).toEqual([]);
  });

  it('labels as many moments on the axis as fit, first those where something acted', () => {
    const rows = ledgerRows(
      [
        record(1, 1_000, posted('e1')),
        record(2, 1_100, count(2, 1, 'TB', 'block', 'connect')),
        record(3, 1_100, count(1, 2, 'TA', 'W2')),
      ],
      SCOPE,
    );
    expect(momentsShown(rows, WINDOW, 800).map(({ row }) => row.pill)).toEqual(['W2']);
    expect(momentsShown(rows, WINDOW, 40)).toEqual([]);
  });
});

it('offers what makes sense for a thread in its state', () => {
  const offered = (
    state: 'running' | 'blocked-in-handler' | 'blocked-in-fetch' | 'stopped',
    source = 0,
  ): string[] => doable({ name: 'TA', state, source }, 'E', true).map(({ command }) => command.kind);
  expect(offered('running')).toEqual(['cmg.block', 'cmg.fault', 'cmg.fetch', 'cmg.stop', 'cmg.exit']);
  expect(offered('running', 1)).toEqual(['cmg.stop']);
  expect(offered('blocked-in-handler')).toEqual(['cmg.unblock', 'cmg.stop']);
  expect(offered('blocked-in-fetch')).toEqual(['cmg.signal', 'cmg.stop']);
  expect(offered('stopped')).toEqual(['cmg.continue']);
});
