import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wheelState } from '../replayers/wheel-state.ts';
import { replay } from '../replayers/wheel-trace.ts';
import {
  createWheel,
  wheelAdd,
  wheelAdvance,
  wheelCancel,
  wheelDueOf,
  wheelRelease,
  wheelSetOwner,
  wheelTake,
} from '../../src/core/timers/wheel.ts';
import { captureWheel, restoreWheel } from '../../src/core/timers/wheel-keyframe.ts';
import type { Wheel } from '../../src/core/timers/wheel-model.ts';
import { type NaiveOp, recordWheel } from '../fixtures/naive-wheel.ts';

const shape = fc.record({
  tick: fc.integer({ min: 1, max: 50 }),
  size: fc.integer({ min: 2, max: 40 }),
  start: fc.nat(5_000),
});
const delay = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.nat(1_000), fc.nat(100_000), fc.nat(10 ** 9));
const jump = fc.oneof(fc.nat(5), fc.nat(500), fc.nat(50_000), fc.nat(10 ** 9));

/** Frees the tasks that are due and returns their due times in order. */
function take(w: Wheel): number[] {
  const dues: number[] = [];
  for (let id = wheelTake(w); id !== 0; id = wheelTake(w)) {
    dues.push(wheelDueOf(w, id));
    wheelRelease(w, id);
  }
  return dues;
}

function dump(w: Wheel): string {
  const names = Array.from({ length: 1_000 }, (_, i) => String(i));
  return JSON.stringify({
    ...wheelState({ wheel: w, names }),
    heap: [...w.queue.ids.subarray(0, w.queue.length)],
  });
}

describe('wheel', () => {
  it('sorts by deadline: with a tick of 1, an advance returns exactly what is due', () => {
    const params = { ...shape, size: fc.integer({ min: 2, max: 40 }) };
    fc.assert(
      fc.property(
        fc.record({ size: params.size, start: fc.nat(500) }),
        fc.array(fc.oneof(delay, fc.record({ jump }))),
        ({ size, start }, steps) => {
          const w = createWheel({ tick: 1, size, start });
          const list: number[] = [];
          for (const step of steps) {
            if (typeof step === 'number') {
              wheelAdd(w, step);
              list.push(w.now + step);
              continue;
            }
            // Tasks that were already due when they were added are taken before this advance.
            const early = take(w);
            for (const due of early) list.splice(list.indexOf(due), 1);
            wheelAdvance(w, w.now + step.jump);
            list.sort((a, b) => a - b);
            const due = list.filter((d) => d <= w.now);
            expect(take(w)).toEqual(due);
            list.splice(0, due.length);
          }
          expect(w.count + take(w).length).toBe(list.length);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  it('runs no task late, and none more than tick − 1 early', () => {
    fc.assert(
      fc.property(shape, fc.array(fc.nat(100_000), { maxLength: 50 }), (params, delays) => {
        const w = createWheel(params);
        for (const d of delays) wheelAdd(w, d);
        for (const due of take(w)) expect(due - w.now).toBeLessThan(params.tick);
        for (let step = 0; w.count > 0; step++) {
          const next = w.records.floats[w.queue.ids[0]! * 3 + 2]!;
          wheelAdvance(w, next);
          for (const due of take(w)) {
            expect(due).toBeGreaterThanOrEqual(next);
            expect(due - next).toBeLessThan(params.tick);
          }
        }
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it('ends in the same state, in the same order, by one jump and by many small ones', () => {
    fc.assert(
      fc.property(
        shape,
        fc.array(delay, { maxLength: 40 }),
        fc.array(jump, { minLength: 1, maxLength: 30 }),
        (params, delays, jumps) => {
          const [once, often] = [createWheel(params), createWheel(params)];
          for (const [i, d] of delays.entries())
            for (const w of [once, often]) wheelSetOwner(w, wheelAdd(w, d), i);
          const ran = [take(once), take(often)];
          for (const by of jumps) {
            wheelAdvance(often, often.now + by);
            ran[1]!.push(...take(often));
          }
          wheelAdvance(once, often.now);
          ran[0]!.push(...take(once));
          expect(ran[0]).toEqual(ran[1]);
          expect(dump(once)).toBe(dump(often));
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });

  const op = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('add' as const), delay) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('cancel' as const), fc.nat(60)) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('advance' as const), jump) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('lag' as const), fc.nat(2_000)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('re-add' as const), fc.nat(60)) },
  );
  type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

  /** Replaces relative instants by absolute ones, and names by the number of the add. Omits operations on unknown tasks. */
  function named(ops: readonly Op[], start: number): NaiveOp[] {
    let now = start;
    let adds = 0;
    return ops.flatMap(([kind, n]): NaiveOp[] => {
      if (kind === 'add') return [['add', `t${adds++}`, n]];
      if (kind === 'advance' || kind === 'lag') return [[kind, (now += n)]];
      return n < adds ? [[kind, `t${n}`]] : [];
    });
  }

  it('agrees after each step with a second wheel written from the rules', () => {
    fc.assert(
      fc.property(shape, fc.array(op, { maxLength: 150 }), (params, ops) => {
        expect(
          replay(recordWheel(params.tick, params.size, params.start, named(ops, params.start))),
        ).toBeNull();
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it('agrees with that wheel over 5,000 operations on other ticks and sizes', () => {
    for (const [i, [tick, size]] of (
      [
        [1, 2],
        [1, 20],
        [7, 3],
        [10, 60],
        [100, 512],
        [1_000, 20],
      ] as const
    ).entries()) {
      const ops = fc.sample(op, { seed: 50 + i, numRuns: 5_000 });
      expect(replay(recordWheel(tick, size, 12_345, named(ops, 12_345), 500))).toBeNull();
    }
  });

  /** Applies one operation to a wheel. `live` = ids that can be cancelled. */
  function apply(w: Wheel, [kind, n]: Op, live: number[]): void {
    if (kind === 'add') live.push(wheelAdd(w, n));
    else if (kind === 'cancel') wheelCancel(w, live[n] ?? 0);
    else if (kind === 'advance') wheelAdvance(w, w.now + n);
  }

  it('loses no task and counts correctly', () => {
    fc.assert(
      fc.property(shape, fc.array(op, { maxLength: 200 }), (params, ops) => {
        const w = createWheel(params);
        const live: number[] = [];
        for (const o of ops) {
          apply(w, o, live);
          const c = w.counters;
          expect(c.inserts).toBe(w.count + c.expirations + c.cancels);
          expect(c.dqOffers - c.dqPolls).toBe(w.queue.length);
          const state = wheelState({ wheel: w, names: [] }) as {
            levels: { buckets: Record<string, { tasks: unknown[] }> }[];
          };
          const stored = state.levels
            .flatMap((l) => Object.values(l.buckets))
            .reduce((n, b) => n + b.tasks.length, 0);
          expect(stored).toBe(w.count);
        }
        const adds = ops.filter(([kind]) => kind === 'add').length;
        expect(w.counters.inserts + w.counters.immediate).toBe(adds);
        const ready = take(w).length;
        expect(ready).toBe(w.counters.immediate + w.counters.expirations);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('continues unchanged from any of its keyframes', () => {
    const many = fc.array(op, { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(shape, many, many, many, (params, a, b, c) => {
        const w = createWheel(params);
        const live: number[] = [];
        // Enough tasks for several memory pages, so that keyframes share pages.
        for (let i = 0; i < 900; i++) live.push(wheelAdd(w, 1 + ((i * 7_919) % 50_000)));
        for (const o of a) apply(w, o, live);
        const first = { keyframe: captureWheel(w), text: dump(w), live: live.slice() };
        for (const o of b) apply(w, o, live);
        const second = { keyframe: captureWheel(w), text: dump(w), live: live.slice() };
        for (const o of c) apply(w, o, live);
        const end = dump(w);
        restoreWheel(w, first.keyframe);
        expect(dump(w)).toBe(first.text);
        for (const o of [...b, ...c]) apply(w, o, first.live);
        expect(dump(w)).toBe(end);
        restoreWheel(w, second.keyframe);
        expect(dump(w)).toBe(second.text);
        for (const o of c) apply(w, o, second.live);
        expect(dump(w)).toBe(end);
        restoreWheel(w, first.keyframe);
        expect(dump(w)).toBe(first.text);
      }),
      { seed: 6, numRuns: 60 },
    );
  });

  it('holds in each keyframe what its records held, page for page', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1_999), fc.nat(3), delay), { maxLength: 60 }), (steps) => {
        const w = createWheel({ tick: 1, size: 20 });
        // A few bucket lists with many tasks each, so that neighbours in a list are far apart in memory.
        const live = Array.from({ length: 2_000 }, (_, i) => wheelAdd(w, 20 + ((i * 7) % 5) * 20));
        captureWheel(w);
        for (const [n, kind, d] of steps) {
          if (kind < 3) wheelCancel(w, live[n]!);
          else live.push(wheelAdd(w, d));
          const pages = captureWheel(w).records;
          for (const [p, page] of pages.entries()) {
            expect(page).toEqual(w.records.ints.slice(p * page.length, (p + 1) * page.length));
          }
        }
      }),
      { seed: 7, numRuns: 15 },
    );
  });

  it('copies only the pages that changed between keyframes', () => {
    const w = createWheel({ tick: 1, size: 20 });
    for (let i = 0; i < 50_000; i++) wheelAdd(w, 1_000_000 + i);
    const before = captureWheel(w);
    wheelAdd(w, 5);
    const after = captureWheel(w);
    const copied = after.records.filter((page, p) => page !== before.records[p]).length;
    expect(before.records.length).toBeGreaterThan(190);
    expect(copied).toBeLessThanOrEqual(3);
  });
});
