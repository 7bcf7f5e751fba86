import { expect, test } from 'vitest';
import { createIdleTracker, type IdleTracker } from '../../src/store/idle.ts';

function tracker(): { idle: IdleTracker; log: boolean[]; paint: () => void } {
  const paints: (() => void)[] = [];
  const log: boolean[] = [];
  const idle = createIdleTracker({
    write: (now) => log.push(now),
    afterPaint: (callback) => paints.push(callback),
  });
  return {
    idle,
    log,
    paint: () => {
      for (const callback of paints.splice(0)) callback();
    },
  };
}

test('a page is not idle before its first frame is painted', () => {
  const { idle, log, paint } = tracker();
  expect(idle.idle).toBe(false);
  idle.frameIngested();
  expect(log).toEqual([]);
  paint();
  expect(log).toEqual([true]);
});

test('playing, requests, animations and frames not yet painted each keep it busy', () => {
  const { idle, log, paint } = tracker();
  idle.frameIngested();
  paint();
  idle.setPlaying(true);
  idle.setPlaying(false);
  const request = idle.begin();
  const animation = idle.begin();
  request();
  request();
  expect(idle.idle).toBe(false);
  animation();
  expect(idle.idle).toBe(false);
  paint();
  expect(log).toEqual([true, false, true, false, true]);
});

test('optional work starts once nothing else is under way, and the page waits for it', () => {
  const { idle, paint } = tracker();
  idle.frameIngested();
  const request = idle.begin();
  let fetched = (): void => {};
  idle.afterOthers(() => {
    fetched = idle.begin();
  });
  const called: string[] = [];
  idle.afterOthers(() => called.push('no longer wanted'))();
  paint();
  request();
  paint();
  expect(idle.idle).toBe(false);
  fetched();
  paint();
  expect(idle.idle).toBe(true);
  expect(called).toEqual([]);
});

test('the paint of an older frame does not count for a newer one', () => {
  const paints: (() => void)[] = [];
  const idle = createIdleTracker({ write: () => {}, afterPaint: (callback) => paints.push(callback) });
  idle.frameIngested();
  idle.frameIngested();
  paints[0]?.();
  expect(idle.idle).toBe(false);
  paints[1]?.();
  expect(idle.idle).toBe(true);
});

test('consecutive work reports no idle page in between, and each part can be awaited', () => {
  const { idle, log, paint } = tracker();
  idle.frameIngested();
  paint();
  const end = idle.beginSeries();
  for (let i = 0; i < 2; i++) {
    const work = idle.begin();
    expect(idle.idle).toBe(false);
    work();
    paint();
    expect(idle.idle).toBe(true);
  }
  expect(log).toEqual([true, false]);
  end();
  expect(log).toEqual([true, false]);
  paint();
  expect(log).toEqual([true, false, true]);
});
