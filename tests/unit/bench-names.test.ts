import { expect, test } from 'vitest';
import { command } from '../fixtures/command.ts';

test('a bench that is not there is answered with those that are, and nothing is measured', async () => {
  const { code, out, err } = await command('bench', 'nosuch');
  expect(code).not.toBe(0);
  expect(`${out}${err}`).toMatch(/no bench nosuch; there are: experiments, load, .*timetravel/);
});
