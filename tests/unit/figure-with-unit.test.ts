import { expect, test } from 'vitest';
import { withUnits } from '../../src/panels/kit/units.ts';

test('a figure and its unit stay on one line, and what only looks like one may break', () => {
  expect(withUnits('It loses 0.68 s, from 5 min on.')).toBe('It loses 0.68\u00a0s, from 5\u00a0min on.');
  expect(withUnits('nach 3,4 s: 20 % von 8 h')).toBe('nach 3,4\u00a0s: 20\u00a0% von 8\u00a0h');
  expect(withUnits('8 deliveries to 2 servers, 3 dead, agent 2 is free')).toBe(
    '8 deliveries to 2 servers, 3 dead, agent 2 is free',
  );
});
