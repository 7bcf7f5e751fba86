import { expect, test } from 'vitest';
import { createPace } from '../../src/panels/kit/pace.ts';

test('answers a step immediately, paces requests in playing, and waits for slow ones', () => {
  let clock = 1000;
  const pace = createPace(250, () => clock);
  expect(pace.wait(true)).toBe(0);
  const quick = pace.asked();
  clock += 2;
  quick();
  expect(pace.wait(true)).toBe(248);
  expect(pace.wait(false)).toBe(6);
  clock += 6;
  expect(pace.wait(false)).toBe(0);
  const slow = pace.asked();
  clock += 100;
  slow();
  expect(pace.wait(false)).toBe(150);
  clock += 400;
  expect(pace.wait(true)).toBe(0);
});
