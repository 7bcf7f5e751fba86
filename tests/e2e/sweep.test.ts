import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saved } from './exporting.ts';
import { expect, idle, open, test } from './page.ts';

test('a sweep saved with one click runs as a cluster’s array job and opens in the page', async ({ page }) => {
  await open(page, '#experiments&scene=ten-two-two&x=delivery_slot_cost:0,5&n=2');
  const file = await saved(page, () =>
    page.getByRole('button', { name: 'Save as a file for npm run sweep' }).click(),
  );
  const folder = mkdtempSync(join(tmpdir(), 'sweep-'));
  const spec = join(folder, file.name);
  writeFileSync(spec, file.bytes);
  const sweep = (args: string[], env: Record<string, string> = {}): string =>
    execFileSync(process.execPath, ['src/cli/tsx.mjs', 'src/cli/sweep.ts', spec, ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const parts = ['0', '1'].map((id) => {
    const part = join(folder, `part-${id}.jsonl`);
    const array = { SLURM_ARRAY_TASK_ID: id, SLURM_ARRAY_TASK_MIN: '0', SLURM_ARRAY_TASK_COUNT: '2' };
    writeFileSync(part, sweep([], array));
    return part;
  });
  const results = join(folder, 'results.jsonl');
  writeFileSync(results, sweep(['--merge', ...parts]));
  await open(page, '#experiments');
  await page.getByLabel('Results of a sweep').setInputFiles(results);
  await idle(page);
  await expect(page.getByRole('status').filter({ hasText: '4 of 4 runs' })).toBeVisible();
  await expect(page.locator('.experiments svg').first()).toBeVisible();
});
