import { describe, expect, it } from 'vitest';
import { wheelParamErrors } from '../../src/core/timers/checks.ts';
import { clockCancel, clockHas, clockPop, clockSchedule, createClock } from '../../src/core/timers/clock.ts';
import { projectWheel } from '../../src/core/timers/project-wheel.ts';
import {
  createWheel,
  wheelAdd,
  wheelAdvance,
  wheelCancel,
  wheelDueOf,
  wheelRelease,
  wheelTake,
} from '../../src/core/timers/wheel.ts';
import { wheelPlaceOf } from '../../src/core/timers/wheel-read.ts';

describe('dimensions of a wheel', () => {
  it.each([
    [0, 20, 0, 'wheel.tick'],
    [-1, 20, 0, 'wheel.tick'],
    [1.5, 20, 0, 'wheel.tick'],
    [Number.NaN, 20, 0, 'wheel.tick'],
    [1, 1, 0, 'wheel.size'],
    [1, 0, 0, 'wheel.size'],
    [1, 10 ** 9, 0, 'wheel.size'],
    [1, 20, -5, 'wheel.start'],
    [1, 20, 0.5, 'wheel.start'],
  ])('tick %d, size %d, start %d: names %s, and the wheel itself throws', (tick, size, start, field) => {
    expect(wheelParamErrors(tick, size, start).map((error) => error.field)).toEqual([field]);
    expect(() => createWheel({ tick, size, start })).toThrow(field);
  });

  it('may be the smallest ones', () => {
    expect(wheelParamErrors(1, 2)).toEqual([]);
  });
});

describe('delays', () => {
  it('that are negative run immediately when the wheel is at the clock', () => {
    const w = createWheel({ tick: 1, size: 20, start: 100 });
    expect(wheelTake(w)).toBe(0);
    const id = wheelAdd(w, -7);
    expect([wheelTake(w), wheelDueOf(w, id)]).toEqual([id, 93]);
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'of %d are refused, and nothing changes',
    (delay) => {
      const w = createWheel({ tick: 1, size: 20, start: 1 });
      expect(() => wheelAdd(w, delay)).toThrow('whole number');
      expect([w.count, w.levels, w.length]).toEqual([0, 1, 22]);
    },
  );

  it.each([2, 3, 20, 512])('of 10^15 take as many levels as they need on a wheel of %d, and run', (size) => {
    const w = createWheel({ tick: 1, size });
    const id = wheelAdd(w, 10 ** 15);
    const level = wheelPlaceOf(w, id)![0];
    expect(size ** (level + 1)).toBeGreaterThan(10 ** 15);
    wheelAdvance(w, 10 ** 15 - 1);
    expect(wheelTake(w)).toBe(0);
    wheelAdvance(w, 10 ** 15);
    expect(wheelTake(w)).toBe(id);
  });

  it('up to the last instant below 2^53 work', () => {
    const w = createWheel({ tick: 1, size: 2 });
    const id = wheelAdd(w, Number.MAX_SAFE_INTEGER);
    wheelAdvance(w, Number.MAX_SAFE_INTEGER);
    expect(wheelTake(w)).toBe(id);
  });
});

describe('ids', () => {
  it('can be cancelled twice, or be unknown, without effect', () => {
    const w = createWheel({ tick: 1, size: 20 });
    const id = wheelAdd(w, 5);
    expect([wheelCancel(w, id), wheelCancel(w, id)]).toEqual([true, false]);
    for (const bad of [0, -1, 1, 2, 1.5, 10 ** 6, Number.NaN]) expect(wheelCancel(w, bad)).toBe(false);
    expect(w.counters.cancels).toBe(1);
  });

  it('can be released only for a taken task', () => {
    const w = createWheel({ tick: 1, size: 20 });
    expect(() => wheelRelease(w, wheelAdd(w, 5))).toThrow('was not taken');
  });

  it('of the clock are never reused, so a stale one does not hit a new timer', () => {
    const c = createClock();
    const first = clockSchedule(c, 5_000_000, 'retry', 1);
    expect(clockCancel(c, first)).toBe(true);
    const second = clockSchedule(c, 5_000_000, 'retry', 2);
    expect([clockHas(c, first), clockCancel(c, first), clockHas(c, second)]).toEqual([false, false, true]);
    for (const bad of [0, -1, 1.5, Number.NaN, 2 ** 52]) expect(clockCancel(c, bad)).toBe(false);
  });
});

describe('clock', () => {
  it('refuses an instant before now, a fraction, and a reference beyond 32 bits', () => {
    const c = createClock();
    clockPop(c, 10);
    expect(() => clockSchedule(c, 9, 'x', 1)).toThrow('before now 10');
    expect(() => clockSchedule(c, 10.5, 'x', 1)).toThrow('whole number');
    expect(() => clockSchedule(c, 11, 'x', 2 ** 40)).toThrow('32-bit');
    expect(() => clockPop(c, 9)).toThrow('before now');
    expect(projectWheel(c, 10).pending).toBe(0);
  });

  it('lists no more tasks than asked for, the soonest bucket first', () => {
    const c = createClock();
    for (let i = 0; i < 100; i++) clockSchedule(c, 90_000_000 - i * 500_000, 'k', i);
    // The tasks of the bucket that opens at 40 s, in order of insertion.
    expect(projectWheel(c, 3).tasks.map((task) => task.due)).toEqual([59_500_000, 59_000_000, 58_500_000]);
    expect(projectWheel(c, 1_000).tasks).toHaveLength(100);
  });
});
