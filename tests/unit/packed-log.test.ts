import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coreEngine } from '../../src/worker/core-engine.ts';
import { eventsBetween, headOf, recordsOfSteps, selectionRecord } from '../../src/worker/branches.ts';
import { createPackedList, packedAt, packedSlice, pushPacked } from '../../src/worker/packed-list.ts';
import { createTrack, trackAdvance } from '../../src/worker/track.ts';
import { twoMessages } from '../fixtures/session-harness.ts';

/** Values as events have them, with members that are absent, lists of records, and awkward numbers. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.constantFrom(0, -0, -1, 2 ** 31, 2 ** 32, -(2 ** 32), 2 ** 50, 2 ** 50 + 1, Number.MAX_SAFE_INTEGER),
    fc.string(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('kind', 'msg', 'name', 'ß'), tie('any')),
  ),
})).any;

describe('packed list', () => {
  test('gives back what was pushed', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), (values) => {
        const list = createPackedList<unknown>();
        values.forEach((v, i) => pushPacked(list, i * 1e9, i, v));
        const read = packedSlice(list, 0, values.length);
        expect(read.map((record) => record.value)).toEqual(values);
        expect(read.map((record) => record.at)).toEqual(values.map((_, i) => i * 1e9));
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  test('records larger than a buffer, and many of them, are found by number', () => {
    const list = createPackedList<number[]>();
    const sizes = [1, 100_000, 3, 400_000, 2, 5];
    for (const size of sizes)
      pushPacked(
        list,
        0,
        0,
        Array.from({ length: size }, (_, i) => i),
      );
    expect(sizes.map((_, i) => packedAt(list, i)?.value.length)).toEqual(sizes);
    expect(packedAt(list, 3)?.value.at(-1)).toBe(399_999);
  });

  test('past its limit it lets the oldest go', () => {
    const list = createPackedList<string>(1_000_000);
    for (let i = 0; i < 200_000; i++) pushPacked(list, i, i, 'the same text each time');
    expect(list.bytes).toBeLessThan(1_600_000);
    expect(list.first).toBeGreaterThan(50_000);
    expect(packedAt(list, list.first - 1)).toBeUndefined();
    expect(packedAt(list, list.first)?.at).toBe(list.first);
    expect(packedAt(list, 199_999)?.at).toBe(199_999);
  });
});

describe('a log that has let its beginning go', () => {
  test('answers as one that kept everything, by replaying', () => {
    const run = () => {
      const track = createTrack(coreEngine, twoMessages(), [], () => 0);
      while (trackAdvance(track).kind === 'stepped');
      return track;
    };
    const whole = run();
    const forgetful = run();
    const { branch } = forgetful;
    const head = headOf(branch);
    branch.log.events.first = Math.floor(head.event * 0.7);
    branch.log.records.first = branch.log.records.length - 2;
    const here = forgetful.here;
    expect(eventsBetween(forgetful.tree, branch, 1, head.event)).toEqual(
      eventsBetween(whole.tree, whole.branch, 1, head.event),
    );
    expect(eventsBetween(forgetful.tree, branch, 5, 9)).toEqual(
      eventsBetween(whole.tree, whole.branch, 5, 9),
    );
    expect(recordsOfSteps(forgetful.tree, branch, 0, head.step)).toEqual(
      recordsOfSteps(whole.tree, whole.branch, 0, head.step),
    );
    for (let n = 1; n <= head.decision; n++) {
      expect(selectionRecord(forgetful.tree, branch, n)).toEqual(
        selectionRecord(whole.tree, whole.branch, n),
      );
    }
    expect(forgetful.here).toBe(here);
  });
});
