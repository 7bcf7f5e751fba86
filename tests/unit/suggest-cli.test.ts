import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { command } from '../fixtures/command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RECORDS = join(ROOT, 'tests', 'fixtures', 'records');

it('lists what helps with its lines, and what failed separately without them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'suggest-'));
  copyFileSync(join(RECORDS, 'pairs/w1b-base/maillog.gz'), join(folder, 'maillog.gz'));
  for (const name of ['postconf.txt', 'master.txt', 'transport.txt'])
    copyFileSync(join(RECORDS, 'verbose/w1b', name), join(folder, name));
  const run = await command('predict', folder, '--suggest', '--seeds', '2');
  rmSync(folder, { recursive: true });
  const [, help = '', vain = ''] = run.out.split(
    /\nThese changes help [^\n]*:\n|\nThese changes do not help [^\n]*:\n/,
  );
  expect(help).toContain('20 processes for smtp');
  expect(help).toContain("postconf -F 'smtp/unix/process_limit = 20'");
  expect(help).not.toContain('waits as long as today;');
  // In this record processes are the bottleneck, not windows, so a different destination limit changes nothing.
  expect(vain).toMatch(/At most 40 deliveries to a destination.*\n {4}waits as long as today;/);
  expect(vain).not.toContain('postconf');
});
