import { join } from 'node:path';
import { serveDist } from '../../src/cli/serve-dist.ts';
import { expect, test } from './page.ts';

test('a simulation started twice in one thread says so instead of answering', async ({ page, errors }) => {
  const served = await serveDist(join(import.meta.dirname, '../../dist'));
  try {
    // WebKit evaluates a file twice when two files of the same thread import it.
    served.edit((path, text) =>
      path.includes('simulation.worker-') ? `${text};${text.replace('.js', '.js?again')}` : text,
    );
    await page.goto(`${served.url}/#scene=fifo`);
    await expect(page.getByText(/the simulation was started twice/)).toBeVisible();
    errors.length = 0;
  } finally {
    await served.close();
  }
});
