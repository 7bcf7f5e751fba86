import { createReport } from '../../src/cli/run-report.ts';
import { createSimulation, nextInstant, position, stepOnce } from '../../src/core/simulation.ts';
import { GALLERY } from '../../src/lessons/gallery.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { expect, open, test } from './page.ts';

const HOUR = 3_600_000_000;

function hashInNode(scenario: Scenario): string {
  const report = createReport(scenario, () => undefined);
  const sim = createSimulation(scenario, report.sink);
  for (let next = nextInstant(sim); next !== null && next <= HOUR; next = nextInstant(sim)) stepOnce(sim);
  return report.figures(position(sim), true).hash;
}

interface Asked {
  url: string;
  scenarios: readonly Scenario[];
  until: number;
}

/**
 * Talks to the page's own worker file, in a worker of its own, over Comlink's messages: no hook in the product. The
 * log of every scene must be that of Node, event by event.
 */
async function hashesInWorker(asked: Asked): Promise<string[]> {
  const { url, scenarios, until } = asked;
  const worker = new Worker(url, { type: 'module' });
  let calls = 0;
  const call = (path: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = `e2e-${++calls}`;
      const listen = (event: MessageEvent<{ id?: string; type?: string; value?: unknown }>): void => {
        if (event.data.id !== id) return;
        worker.removeEventListener('message', listen);
        if (event.data.type === 'HANDLER') reject(new Error(`${path} failed`));
        else resolve(event.data.value);
      };
      worker.addEventListener('message', listen);
      worker.addEventListener('error', () => reject(new Error('the worker failed')));
      const argumentList = args.map((value) => ({ type: 'RAW', value }));
      worker.postMessage({ id, type: 'APPLY', path: [path], argumentList });
    });
  const hashes: string[] = [];
  for (const scenario of scenarios) {
    await call('open', scenario);
    await call('seek', { at: until });
    hashes.push(String(await call('hash')));
  }
  worker.terminate();
  return hashes;
}

test('the browser executes every scene of the gallery exactly as Node does', async ({ page }) => {
  await open(page, '#scene=fifo');
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  const url = urls.find((name) => name.includes('worker'));
  expect(url, 'the page loads a worker').toBeDefined();
  const scenarios = GALLERY.map((item) => item.scenario);
  const hashes = await page.evaluate(hashesInWorker, { url: url ?? '', scenarios, until: HOUR });
  expect(Object.fromEntries(GALLERY.map((item, i) => [item.id, hashes[i]]))).toEqual(
    Object.fromEntries(GALLERY.map((item) => [item.id, hashInNode(item.scenario)])),
  );
});
