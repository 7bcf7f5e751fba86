import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
// `pictures` makes the pictures of README.md. It is for developers and takes no arguments.
const COMMANDS = Object.entries(scripts).filter(
  ([name, line]) => line.includes('src/cli/tsx.mjs') && name !== 'pictures',
);

test.each(COMMANDS)('%s prints its usage when asked', async (name, line) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...line.split(' ').slice(1),
    '--help',
  ]);
  expect(stdout).toMatch(new RegExp(`^usage: npm run ${name} `));
  expect(stderr).toBe('');
});
