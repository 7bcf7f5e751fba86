import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockCancel,
  clockNextDue,
  clockPop,
  clockSchedule,
  clockScheduleDeadline,
  createClock,
} from '../../src/core/timers/clock.ts';
import { captureClock, restoreClock } from '../../src/core/timers/clock-keyframe.ts';
import type { Clock } from '../../src/core/timers/clock-model.ts';
import { projectWheel } from '../../src/core/timers/project-wheel.ts';

/** A step: request a timer, cancel the nth request, or let time pass. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('ask' as const),
      after: fc.oneof(fc.nat(30), fc.nat(4_000), fc.nat(900_000)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('deadline' as const), after: fc.nat(50_000) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('cancel' as const), nth: fc.nat(200) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('pass' as const),
      by: fc.oneof(fc.nat(50), fc.nat(3_000), fc.nat(400_000)),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const shape = fc.record({ tick: fc.integer({ min: 1, max: 1_000 }), size: fc.integer({ min: 2, max: 30 }) });

/** Runs the steps on a clock and on a sorted list. Both must run the same tasks at the same instants. */
function run(c: Clock, steps: readonly Step[], seen: string[], slice: (to: number) => number[]): string[] {
  const model: { due: number; n: number; id: number }[] = [];
  const asked: number[] = [];
  const cancelled: [done: boolean, was: boolean][] = [];
  const want: string[] = [];
  let now = c.wheel.now;
  const ask = (due: number, deadline: boolean): void => {
    const id = deadline
      ? clockScheduleDeadline(c, due, 'd', asked.length)
      : clockSchedule(c, due, 'k', asked.length);
    const tick = c.wheel.tick;
    model.push({ due: deadline ? Math.ceil(due / tick) * tick : due, n: asked.length, id });
    asked.push(id);
  };
  for (const s of steps) {
    if (s.op === 'ask') ask(now + s.after, false);
    else if (s.op === 'deadline') ask(now + s.after, true);
    else if (s.op === 'cancel') {
      const id = asked[s.nth];
      if (id === undefined) continue;
      const at = model.findIndex((m) => m.id === id);
      cancelled.push([clockCancel(c, id), at >= 0]);
      if (at >= 0) model.splice(at, 1);
    } else {
      const to = now + s.by;
      for (const stop of slice(to)) {
        for (let t = clockPop(c, Math.max(stop, c.wheel.now)); t !== null; t = clockPop(c, c.wheel.now))
          seen.push(`${t.due}:${t.ref}`);
      }
      now = to;
      model.sort((a, b) => a.due - b.due || a.n - b.n);
      while (model[0] !== undefined && model[0].due <= now) {
        const m = model.shift()!;
        want.push(`${m.due}:${m.n}`);
      }
    }
    expect(projectWheel(c, 0).pending).toBe(model.length);
  }
  expect(cancelled.map(([done]) => done)).toEqual(cancelled.map(([, was]) => was));
  return want;
}

/**
 * Yields every instant at which the clock has something due, and then the target. The world advances its clock in the
 * same steps.
 */
function* byNextDue(c: Clock, to: number): Generator<number> {
  for (let next = clockNextDue(c); next !== null && next <= to; next = clockNextDue(c)) yield next;
  yield to;
}

describe('clock', () => {
  it('returns every task once, by (due, request), in one jump', () => {
    fc.assert(
      fc.property(shape, fc.array(step, { maxLength: 120 }), (params, steps) => {
        const seen: string[] = [];
        expect(run(createClock(params), steps, seen, (to) => [to])).toEqual(seen);
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it('returns each task at its own instant when moved from one due time to the next', () => {
    fc.assert(
      fc.property(shape, fc.array(step, { maxLength: 80 }), (params, steps) => {
        const c = createClock(params);
        const seen: string[] = [];
        const want = run(c, steps, seen, (to) => byNextDue(c, to) as unknown as number[]);
        expect(want).toEqual(seen);
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  it('continues from a restored keyframe exactly as from the original', () => {
    fc.assert(
      fc.property(
        shape,
        fc.array(step, { maxLength: 60 }),
        fc.array(step, { maxLength: 60 }),
        (params, before, after) => {
          const c = createClock(params);
          run(c, before, [], (to) => [to]);
          const keyframe = captureClock(c);
          const rows = projectWheel(c, 1_000);
          const first: string[] = [];
          const drain = (into: string[]): void => {
            for (const s of after) {
              if (s.op === 'ask') clockSchedule(c, c.wheel.now + s.after, 'k', into.length);
              if (s.op === 'pass')
                for (let t = clockPop(c, c.wheel.now + s.by); t; t = clockPop(c, c.wheel.now))
                  into.push(`${t.id} ${t.due} ${t.ref}`);
            }
            for (let t = clockPop(c, 10 ** 9); t; t = clockPop(c, c.wheel.now)) into.push(`${t.id} ${t.due}`);
          };
          drain(first);
          for (let again = 0; again < 2; again++) {
            restoreClock(c, keyframe);
            expect(projectWheel(c, 1_000)).toEqual(rows);
            const second: string[] = [];
            drain(second);
            expect(second).toEqual(first);
          }
        },
      ),
      { seed: 13, numRuns: 200 },
    );
  });
});
