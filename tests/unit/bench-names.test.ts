import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a bench that is not there is answered with those that are, and nothing is measured', () => {
  const run = (): string =>
    execFileSync(process.execPath, ['src/cli/tsx.mjs', 'src/cli/bench.ts', 'nosuch'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(run).toThrow(/no bench nosuch; there are: experiments, load, .*timetravel/);
});
