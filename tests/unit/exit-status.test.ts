import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { command } from '../fixtures/command.ts';

const RECORD = join(import.meta.dirname, '../fixtures/records/logs/f1-afternoon');
const NOT_THERE = '/not/there';
const NO_LOG = join(import.meta.dirname, '../../LICENSE');

/** Commands that read files, with arguments that they refuse. */
const READERS: readonly [name: string, refused: readonly string[]][] = [
  ['late', ['--zone', 'Nowhere']],
  ['record', ['--year', '1']],
  ['replay', ['--zone', 'Nowhere']],
  ['predict', ['--seeds', '0']],
  ['lint-postfix', ['--fail-on', 'all']],
  ['share', ['--only', '(']],
  ['queue', ['--what']],
];

describe('the exit status of commands', () => {
  test.each(READERS)('%s gives 2 for wrong arguments, and 3 for a missing file', async (name, refused) => {
    expect(await command(name, RECORD, ...refused)).toMatchObject({ code: 2, out: '' });
    const missing = await command(name, NOT_THERE);
    expect(missing).toMatchObject({ code: 3, out: '' });
    expect(missing.err).toContain(NOT_THERE);
  });

  test.each(['late', 'record', 'share', 'predict', 'lint-postfix', 'queue'])(
    '%s gives 3 for a file that it cannot use',
    async (name) => {
      expect(await command(name, NO_LOG)).toMatchObject({ code: 3, out: '' });
    },
  );

  test('late gives 1 only for a finding of at least --fail-on recipient-seconds', async () => {
    expect((await command('late', RECORD)).code).toBe(0);
    expect((await command('late', RECORD, '--fail-on', '0')).code).toBe(1);
    expect((await command('late', RECORD, '--fail-on', '1000h')).code).toBe(0);
    const { code, err } = await command('late', RECORD, '--fail-on', 'much');
    expect(code).toBe(2);
    expect(err).toContain('--fail-on: much is not accepted; it takes recipient-seconds such as 90');
  });

  test('lint gives 1 for findings of the severity of --fail-on and above', async () => {
    expect((await command('lint-postfix', RECORD, '--fail-on', 'hint')).code).toBe(1);
    expect((await command('lint-postfix', RECORD, '--fail-on', 'wrong')).code).toBe(0);
  });
});
