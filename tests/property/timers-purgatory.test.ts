import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../replayers/purgatory-trace.ts';
import { capture, createStore, restore } from '../../src/core/tables.ts';
import { createPurgatory, type Purgatory, purgatoryCounts } from '../../src/core/timers/purgatory-model.ts';
import { purgatoryPass, wheelPort } from '../../src/core/timers/purgatory-wheel.ts';
import {
  operationCreate,
  purgatoryCheck,
  purgatoryTryCompleteElseWatch,
} from '../../src/core/timers/purgatory.ts';
import { watchedKeys, watchListOperations } from '../../src/core/timers/watch-list.ts';
import { createWheel } from '../../src/core/timers/wheel.ts';
import { captureWheel, restoreWheel } from '../../src/core/timers/wheel-keyframe.ts';
import { type NaivePurgatoryOp, recordPurgatory } from '../fixtures/naive-purgatory.ts';

const key = fc.constantFrom('A', 'B', 'C', 'D');
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('watch' as const),
      timeout: fc.oneof(fc.integer({ min: -2, max: 40 }), fc.nat(2_000)),
      keys: fc.array(key, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('satisfy' as const), n: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('try-complete' as const), n: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('check' as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel-key' as const), key }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), by: fc.oneof(fc.nat(30), fc.nat(3_000)) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const header = fc.record({
  tickMs: fc.constantFrom(1, 1, 7),
  wheelSize: fc.integer({ min: 2, max: 24 }),
  purgeInterval: fc.nat(6),
  executor: fc.constantFrom('inline' as const, 'deferred' as const),
});

/** Converts steps to named operations. `satisfied` refers to the next operation that is watched; none is watched twice. */
function named(steps: readonly Step[]): NaivePurgatoryOp[] {
  let now = 0;
  let watched = 0;
  return steps.flatMap((s): NaivePurgatoryOp[] => {
    if (s.kind === 'watch') return [['try-complete-else-watch', `o${watched++}`, s.timeout, s.keys]];
    if (s.kind === 'satisfy') return s.n <= watched ? [['satisfy', `o${s.n}`]] : [];
    if (s.kind === 'try-complete') return s.n < watched ? [['try-complete', `o${s.n}`]] : [];
    if (s.kind === 'advance') return [['advance', (now += s.by)]];
    if (s.kind === 'purge') return [['purge']];
    return [[s.kind, s.key]];
  });
}

describe('purgatory', () => {
  it('agrees after each step with a second one written from the rules', () => {
    fc.assert(
      fc.property(header, fc.array(step, { maxLength: 120 }), (head, steps) => {
        expect(replay(recordPurgatory(head, named(steps)))).toBeNull();
      }),
      { seed: 21, numRuns: 400 },
    );
  });

  it('continues unchanged from a keyframe of its store and its wheel', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.array(step, { maxLength: 60 }), (before, after) => {
        const store = createStore();
        const p = createPurgatory(store, { purgeInterval: 2 });
        const w = createWheel({ tick: 1, size: 5 });
        // A check can complete only operations with an even number.
        const port = wheelPort(w, (ref) => ref % 2 === 0);
        const play = (steps: readonly Step[]): void => {
          for (const s of steps) {
            if (s.kind === 'watch') {
              const keys = s.keys.map((k) => k.charCodeAt(0) - 64);
              purgatoryTryCompleteElseWatch(p, operationCreate(p, s.timeout + 1), s.timeout, keys, port);
            } else if (s.kind === 'check') purgatoryCheck(p, s.key.charCodeAt(0) - 64, port);
            else if (s.kind === 'advance') purgatoryPass(p, w, w.now + s.by, port, 'inline');
          }
        };
        play(before);
        const keyframe = { store: capture(store), wheel: captureWheel(w) };
        const then = dump(p);
        play(after);
        const end = dump(p);
        for (let again = 0; again < 2; again++) {
          restore(store, keyframe.store);
          restoreWheel(w, keyframe.wheel);
          expect(dump(p)).toEqual(then);
          play(after);
          expect(dump(p)).toEqual(end);
        }
      }),
      { seed: 22, numRuns: 150 },
    );
  });
});

function dump(p: Purgatory): unknown {
  const counts = { ...purgatoryCounts(p) };
  return { counts, lists: watchedKeys(p).map((k) => [k, watchListOperations(p, k)]) };
}
