import { expect, test } from 'vitest';
import {
  fillShare,
  levelOfDetail,
  angleOf,
  BOX,
  bucketAt,
  edgeLabels,
  fallPath,
  middleAngle,
  oneRing,
  placeTokens,
  polar,
  ringsFor,
  sleepArc,
  TOKEN,
  tokenPlaces,
} from '../../src/panels/wheel/geometry.ts';
import { clearOfCorners, isCovered } from '../../src/panels/wheel/corner-room.ts';
import { futurePlacings, placingAt, runsAt, wholePath } from '../../src/panels/wheel/timer-path.ts';
import { edgeText, MILLIS, SECONDS, waitText } from '../../src/panels/wheel/wheel-words.ts';
import type { TimerToken, WheelDetail } from '../../src/protocol/wheel.ts';

const MS = 1000;
const KAFKA = { tick: MS, size: 20 };

function token(id: number, level: number, bucket: number): TimerToken {
  return { id, due: 0, level, bucket, label: `timer ${id}`, form: 'other', mark: String(id), number: 0 };
}

function detailOf(parts: Partial<WheelDetail>): WheelDetail {
  return {
    at: 0,
    step: 1,
    ...KAFKA,
    pending: 0,
    nextWakeUp: -1,
    levels: [{ tick: MS, currentTime: 0, count: 0 }],
    queue: [],
    timers: [],
    watched: [],
    estimate: null,
    counters: {
      inserts: 0,
      immediate: 0,
      cancels: 0,
      cascades: 0,
      expirations: 0,
      offers: 0,
      polls: 0,
      empty: 0,
    },
    opened: null,
    followed: null,
    wakeUp: null,
    ...parts,
  };
}

test.each([1, 2, 3, 4, 6])('%i rings stand apart inside the box, and one more is dashed', (levels) => {
  const rings = ringsFor(levels);
  const pairs = rings.flatMap((ring, i) => rings.slice(i + 1, i + 2).map((next) => ({ ring, next })));
  expect(pairs).toHaveLength(rings.length - 1);
  for (const { ring, next } of pairs) expect(ring.outer).toBeLessThan(next.inner);
  for (const { ring, next } of pairs.filter(({ ring: one }) => one.made)) {
    expect(ring.label).toBeGreaterThan(ring.outer);
    expect(ring.lane).toBeLessThan(next.inner + 36);
  }
  for (const ring of rings) expect(ring.outer).toBeLessThan(BOX.cy);
  expect(rings.filter((ring) => ring.made)).toHaveLength(levels);
});

test.each([8, 20, 60, 512])('the bucket under the middle of each of %i segments is that bucket', (size) => {
  const rings = ringsFor(3);
  for (const level of [0, 1, 2]) {
    const ring = rings[level]!;
    for (let bucket = 0; bucket < size; bucket += Math.max(1, size >> 4)) {
      const { x, y } = polar((ring.inner + ring.outer) / 2, middleAngle(bucket, size));
      expect(bucketAt(x, y, rings, size)).toEqual({ level, bucket });
    }
  }
  expect(bucketAt(BOX.cx, BOX.cy, rings, size)).toBeNull();
});

test('on one ring only that level can be hit', () => {
  const rings = oneRing(3, 2);
  const { x, y } = polar(112, middleAngle(7, 20));
  expect(bucketAt(x, y, rings, 20)).toEqual({ level: 2, bucket: 7 });
});

test('tokens of a bucket never overlap and stay inside, and too many are a number', () => {
  const rings = ringsFor(3);
  for (const level of [0, 1, 2]) {
    for (let count = 1; count <= 12; count++) {
      for (let bucket = 0; bucket < 20; bucket++) {
        const places = tokenPlaces(rings[level]!, bucket, 20, count);
        if (places === null) continue;
        expect(places).toHaveLength(count);
        for (const [i, a] of places.entries()) {
          expect(bucketAt(a.x, a.y, rings, 20)).toEqual({ level, bucket });
          for (const b of places.slice(i + 1)) {
            const apart = Math.abs(a.x - b.x) >= TOKEN.width - 1 || Math.abs(a.y - b.y) >= TOKEN.height - 1;
            expect(apart, `level ${level}, bucket ${bucket}, ${count} tokens`).toBe(true);
          }
        }
      }
    }
  }
  expect(tokenPlaces(rings[0]!, 0, 20, 40)).toBeNull();
  expect(tokenPlaces(rings[0]!, 0, 512, 1)).toBeNull();
});

test('a bucket whose timers are not all known shows its number', () => {
  const detail = detailOf({
    queue: [
      { level: 0, bucket: 3, due: 3 * MS, count: 1, runs: true },
      { level: 0, bucket: 5, due: 5 * MS, count: 2, runs: true },
      { level: 0, bucket: 9, due: 9 * MS, count: 0, runs: false },
    ],
    timers: [token(1, 0, 3), token(2, 0, 5)],
  });
  const { tokens, full } = placeTokens(detail, ringsFor(1));
  expect(tokens.map(({ token: { id } }) => id)).toEqual([1]);
  expect(full).toEqual([{ level: 0, bucket: 5, count: 2 }]);
});

test('a fall goes from bucket to bucket, in the lane of the ring it falls into', () => {
  const rings = ringsFor(3);
  const path = fallPath({ fromLevel: 2, fromBucket: 1, toLevel: 0, toBucket: 13 }, rings, 20);
  const from = polar(rings[2]!.inner - 1, middleAngle(1, 20));
  const to = polar(rings[0]!.outer + 2.5, middleAngle(13, 20));
  expect(path.startsWith(`M${from.x.toFixed(2)} ${from.y.toFixed(2)}`)).toBe(true);
  expect(path.endsWith(`L${to.x.toFixed(2)} ${to.y.toFixed(2)}`)).toBe(true);
  expect(path).toContain(`A${rings[0]!.lane.toFixed(2)}`);
});

test('labels are the instants when buckets open next, from where the wheel is', () => {
  const rings = ringsFor(2);
  const labels = edgeLabels(rings[0]!, { tick: MS, currentTime: 43 * MS }, 20, new Set([5]));
  expect(labels.map(({ at }) => at / MS)).toEqual([
    60, 61, 62, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
  ]);
  expect(labels.filter(({ armed }) => armed).map(({ key }) => key)).toEqual([5]);
  expect(edgeLabels(rings[0]!, { tick: MS, currentTime: 0 }, 512, new Set()).length).toBeLessThanOrEqual(20);
});

test('sleep is an arc on the ring of the next bucket, and nothing when one is due', () => {
  const at = 3 * MS;
  const queue = [{ level: 0, bucket: 9, due: 9 * MS, count: 1, runs: true }];
  expect(sleepArc(detailOf({ at, queue }), at, ringsFor(1))).toMatch(/^M.*A/);
  expect(sleepArc(detailOf({ at, queue }), 9 * MS, ringsFor(1))).toBe('');
  expect(sleepArc(detailOf({ at }), at, ringsFor(1))).toBe('');
  expect(angleOf(25 * MS, MS, 20)).toBeCloseTo(angleOf(5 * MS, MS, 20));
});

test('ten thousand timers are drawn as filled buckets, a hundred as tokens', () => {
  const levels = [1, 2, 3].map((n) => ({ tick: 20 ** n, currentTime: 0, count: 0 }));
  expect(levelOfDetail({ pending: 100, size: 20, levels }, 'timers')).toBe('tokens');
  expect(levelOfDetail({ pending: 100, size: 20, levels }, 'counts')).toBe('counts');
  expect(levelOfDetail({ pending: 900, size: 20, levels }, 'timers')).toBe('counts');
  expect(levelOfDetail({ pending: 10_000, size: 20, levels }, 'timers')).toBe('fill');
  expect(levelOfDetail({ pending: 3, size: 512, levels }, 'timers')).toBe('fill');
  expect(levelOfDetail({ pending: 10_000, size: 20, levels }, 'timers', true)).toBe('counts');
  const shares = [0, 1, 10, 10_000, 1e9].map(fillShare);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(fillShare(1e9)).toBe(1);
});

test('where a timer will be follows the rules of the wheel', () => {
  const born = { at: 0, level: 3, bucket: 1, opens: 8000 * MS };
  const due = 8123 * MS;
  expect(futurePlacings(KAFKA, due, born)).toEqual([
    { at: 8000 * MS, level: 1, bucket: 6, opens: 8120 * MS },
    { at: 8120 * MS, level: 0, bucket: 3, opens: 8123 * MS },
  ]);
  const path = { id: 1, label: 'timer 1', due, token: null, placings: [born], end: null };
  expect(runsAt(KAFKA, path)).toBe(due);
  expect(wholePath(KAFKA, path).map(({ level }) => level)).toEqual([3, 1, 0]);
  const places = wholePath(KAFKA, path);
  expect(placingAt(places, due, -1)).toBe('before');
  expect(placingAt(places, due, 8119 * MS)).toMatchObject({ level: 1 });
  expect(placingAt(places, due, due)).toBe('after');
});

test('a raw wheel of coarse ticks runs a timer when its bucket opens', () => {
  const placings = [{ at: 0, level: 0, bucket: 1, opens: 10 * MS }];
  expect(runsAt({ tick: 10 * MS, size: 20 }, { due: 15 * MS, placings })).toBe(10 * MS);
});

test('instants fit the edge of a bucket, and waits are never over too early', () => {
  const edges = (tick: number, ...instants: number[]) =>
    instants.map((ms) => edgeText(ms * MS, MILLIS, tick * MS));
  expect(edges(1, 0, 59, 99_999, 3_600_041)).toEqual(['0', '59', '99\u202f999', '…0041']);
  expect(edges(8000, 8000, 160_000, 3_200_000, 60_800_000)).toEqual(['8 s', '160 s', '53:20', '16:53:20']);
  expect(edgeText(9600 * 1e6, SECONDS, 400 * 1e6)).toBe('9\u202f600');
  expect(waitText(2301 * MS, SECONDS)).toBe('2.4 s');
  expect(waitText(39_100 * MS, SECONDS)).toBe('40 s');
});

test('the rings shrink until they touch no text in a corner, but not below 70 %', () => {
  const box = { x: 0, y: 0, width: 720, height: 704 };
  const size = { width: 560, height: 560 };
  const radius = 345;
  const key = { left: 16, top: 478, right: 145, bottom: 560 };
  const clear = clearOfCorners(box, radius, size, [key]);
  const drawn = Math.min(size.width / clear.width, size.height / clear.height);
  const distance = Math.hypot(size.width / 2 - key.right, key.top - size.height / 2);
  expect(radius * drawn).toBeLessThan(distance);
  expect(radius * drawn).toBeGreaterThan(distance - 8);
  // The centre stays where it is.
  expect(clear.x + clear.width / 2).toBeCloseTo(360);
  expect(clearOfCorners(box, radius, size, []).width).toBe(720);
  const large = { left: 0, top: 0, right: 280, bottom: 280 };
  const least = clearOfCorners(box, radius, size, [large]);
  expect(least.width).toBeCloseTo(720 / 0.7);
  // A label that the text still covers at the smallest size is not drawn.
  expect(isCovered({ x: 300, y: 300 }, least, size, [large])).toBe(true);
  expect(isCovered({ x: 500, y: 500 }, least, size, [large])).toBe(false);
});
