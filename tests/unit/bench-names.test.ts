import { expect, test } from 'vitest';
import { command } from '../fixtures/command.ts';

test('an unknown bench name lists the known ones and measures nothing', async () => {
  const { code, out, err } = await command('bench', 'nosuch');
  expect(code).not.toBe(0);
  expect(`${out}${err}`).toMatch(/no bench nosuch\. Choose from: experiments, load, .*timetravel/);
});
