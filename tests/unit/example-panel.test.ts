import { expect, test } from 'vitest';
import { delays } from '../../src/panels/toolkit/ExamplePanel.tsx';

test('delays double or grow by the first, and add up since the first try', () => {
  expect(delays(3, 'double').map(({ delay, since }) => [delay, since])).toEqual([
    [5, 5],
    [10, 15],
    [20, 35],
  ]);
  expect(delays(3, 'add').map(({ delay }) => delay)).toEqual([5, 10, 15]);
  expect(delays(0, 'add')).toEqual([]);
});
