import { expect, test } from 'vitest';
import { lengthTicks, stepsDrawn, waitHeight } from '../../src/record/panels/postfix/axis.ts';

/** Makes an overview with one bin that has a recipient at each of these steps of the axis. */
const counted = (...at: number[]) => {
  const waits = new Uint32Array(70);
  for (const step of at) waits[step] = 1;
  return { waits, steps: 70, bins: 1 };
};

test('the axis of waiting ends at the next named wait, and never below ten seconds', () => {
  // Step 1 of the axis begins at 10 ms, and each factor of ten has ten steps.
  const top = (...at: number[]) => waitHeight(10, stepsDrawn(counted(...at), []));
  expect(top()).toBe(1);
  expect(top(0, 20)).toBe(1);
  // With 11 s, the axis ends at a minute, so 10 s is below its top.
  expect(top(31)).toBeLessThan(1);
  expect(waitHeight(60, stepsDrawn(counted(31), []))).toBeCloseTo(1, 1);
  // A wait of half a day needs the whole axis.
  expect(stepsDrawn(counted(66), [])).toBe(70);
  // The axis includes a marked wait, so that the mark is not above the picture.
  expect(stepsDrawn(counted(0), [40])).toBe(stepsDrawn(counted(33), []));
});

test('labels lengths in round steps', () => {
  expect(lengthTicks(65)).toEqual([0, 15, 30, 45, 60]);
  expect(lengthTicks(0.05)).toHaveLength(6);
  expect(lengthTicks(7 * 86_400)).toEqual([0, 2, 4, 6].map((days) => days * 86_400));
  expect(lengthTicks(400 * 86_400)).toEqual([0, 100, 200, 300, 400].map((days) => days * 86_400));
});
