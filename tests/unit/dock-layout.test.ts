import { describe, expect, test } from 'vitest';
import { badgeOf, feedbackThreads, windowCells } from '../../src/panels/dock/destination-layout.ts';
import { wheelLayout } from '../../src/panels/dock/wheel-layout.ts';
import { behaviourName } from '../../src/explain/servers.ts';
import { behaviourOf } from '../../src/panels/kit/servers.ts';
import type { QueueRow, WheelRow } from '../../src/protocol/rows.ts';

function queue(part: Partial<QueueRow>): QueueRow {
  return {
    id: 1,
    rev: 1,
    transport: 1,
    name: 'a.example',
    status: 'ready',
    window: 5,
    limit: 20,
    busyBy: [],
    busy: 0,
    todo: 0,
    success: 0,
    failure: 0,
    failCohorts: 0,
    cohortLimit: 1,
    blocker: false,
    history: { at: [], window: [] },
    until: 0,
    reason: '',
    ...part,
  };
}

test('a destination has a symbol and a word for its state', () => {
  expect(badgeOf(queue({})).word).toBe('ready');
  expect(badgeOf(queue({ busy: 5 })).word).toBe('full');
  expect(badgeOf(queue({ status: 'suspended' }))).toMatchObject({ sign: '❙❙', tone: 'warn' });
  expect(badgeOf(queue({ status: 'throttled' }))).toMatchObject({ sign: '✕', word: 'dead' });
});

test('a window that shrank under running deliveries shows them beyond its edge', () => {
  const cells = windowCells(queue({ window: 2, busy: 3, busyBy: [1, 1, 4] }));
  expect(cells.map((cell) => [cell.number, cell.over])).toEqual([
    [1, false],
    [1, false],
    [4, true],
  ]);
  expect(windowCells(queue({ window: 100 }))).toHaveLength(12);
});

test('feedback threads end at 1 when full, and failure counts the part used up', () => {
  const shares = (part: Partial<QueueRow>) => feedbackThreads(queue(part)).map((thread) => thread.share);
  expect(shares({ success: 0.4, failure: 0.75, failCohorts: 0.5 })).toEqual([0.4, 0.25, 0.5]);
  expect(shares({})).toEqual([0, 0, 0]);
  expect(shares({ success: -0.2, failCohorts: 3, cohortLimit: 0 })).toEqual([0, 0, 0]);
});

describe('the wheel', () => {
  const row = (levels: WheelRow['levels'], size = 20): WheelRow => ({
    rev: 1,
    tick: 1_000_000,
    size,
    levels,
    pending: 0,
    nextWakeUp: -1,
    tasks: [],
    watched: [],
    counters: { inserts: 0, cancels: 0, cascades: 0, expirations: 0 },
  });

  test('draws one ring when nothing more was needed, and the bucket its clock is in last', () => {
    const picture = wheelLayout(
      row([{ tick: 1e6, currentTime: 23e6, buckets: [{ index: 5, count: 2, due: 25e6 }] }]),
      23.5e6,
    );
    expect(picture.levels).toHaveLength(1);
    expect(picture.segments).toHaveLength(20);
    expect(picture.segments.at(-1)).toMatchObject({ index: 3, here: true });
    expect(picture.segments.find((segment) => segment.index === 5)?.count).toBe(2);
  });

  test('the hand points at the instant inside the turn', () => {
    const { hand } = wheelLayout(row([{ tick: 1e6, currentTime: 25e6, buckets: [] }]), 25e6);
    expect(hand.x1).toBeGreaterThan(0);
    expect(hand.y1).toBeCloseTo(0, 6);
  });

  test('rings too fine for single buckets show only armed buckets', () => {
    const picture = wheelLayout(
      row([{ tick: 1e6, currentTime: 0, buckets: [{ index: 7, count: 1, due: 7e6 }] }], 512),
      0,
    );
    expect(picture.rings).toHaveLength(1);
    expect(picture.segments.map((segment) => segment.index)).toEqual([7, 0]);
  });

  test('rings do not overlap and stay inside the box', () => {
    const levels = [1e6, 20e6, 400e6, 8000e6].map((tick) => ({ tick, currentTime: 0, buckets: [] }));
    const rings = wheelLayout(row(levels), 0).levels;
    for (const [i, ring] of rings.entries()) {
      expect(ring.inner).toBeGreaterThanOrEqual(i === 0 ? 26 : (rings[i - 1]?.outer ?? 0));
      expect(ring.outer).toBeLessThanOrEqual(86);
    }
  });
});

test('describes servers in a few words, and uses the catch-all for unnamed ones', () => {
  expect(behaviourName({ latency: 100 })).toBe('healthy 0.1 s');
  expect(behaviourName({ latency: [500, 2000] })).toBe('healthy 0.5–2 s');
  expect(behaviourName({ latency: 60_000 })).toBe('slow 60 s');
  expect(behaviourName({ latency: 1, fault: { kind: 'silent' } })).toBe('silent');
  const servers = [
    { name: '*', rev: 1, behaviour: { latency: 7 }, inherited: false, sessions: 0, waiting: 0 },
    { name: 'a.example', rev: 1, behaviour: { latency: 9 }, inherited: false, sessions: 0, waiting: 0 },
  ];
  expect(behaviourOf(servers, 'a.example').latency).toBe(9);
  expect(behaviourOf(servers, 'b.example').latency).toBe(7);
});
