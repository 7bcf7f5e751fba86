import type { Locator, Page } from '@playwright/test';
import { countsOf, heapOf, watchWorkers } from './heap.ts';
import { expect, idle, MORE_DETAIL, open, test } from './page.ts';

test.use(MORE_DETAIL);

test.use({ reuseContext: false });

/** Minutes to play, set by `SOAK_MINUTES=60`. Without it the test is skipped. */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 0);

/** Milliseconds for which each part of the page stays open. */
const LOOK_MS = 250;

/** Memory and objects in use after a round. All values except minute, rounds and decisions must stay constant. */
interface Sample {
  minute: number;
  decisions: number;
  pageHeap: number;
  workerHeap: number;
  listeners: number;
  nodes: number;
  keyframes: number;
  log: number;
}

type Held = Exclude<keyof Sample, 'minute' | 'decisions'>;

/** Allowed growth in addition to a tenth: bytes, listeners, elements. */
const SLACK: Record<Held, number> = {
  pageHeap: 500_000,
  workerHeap: 2_000_000,
  listeners: 20,
  nodes: 500,
  keyframes: 50_000,
  log: 50_000,
};

// A trace would keep pictures of the page in the page's memory.
test.use({ trace: 'off' });

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
}

/** Opens a view in place of the stage, waits while the run plays, and returns to the stage. */
async function look(page: Page, button: Locator): Promise<void> {
  await button.click();
  // The duration of playing, not a wait for an event.
  await page.waitForTimeout(LOOK_MS);
  await press(page, 'Stage');
}

async function decision(page: Page): Promise<number> {
  return Number(await page.locator('.clock-words .mono').innerText());
}

/** Opens every large view, the debugger and the comparison, one after another. */
async function lookAround(page: Page): Promise<void> {
  const large = page.getByRole('button', { name: /^open instead of the stage/ });
  for (let i = (await large.count()) - 1; i >= 0; i--) await look(page, large.nth(i));
  await look(page, page.getByRole('button', { name: 'until…' }));
  await page.getByRole('button', { name: 'This run' }).click();
  await look(page, page.getByRole('button', { name: 'Compare two branches' }));
}

/**
 * Plays a branch with endless mail from the start at full speed, and then deletes it. The scene stays open, because opening
 * another scene would free what deleted branches leave behind. Returns the number of decisions that were played.
 */
async function round(page: Page): Promise<number> {
  await press(page, /^Inject as/);
  await idle(page);
  await press(page, 'every 2 s');
  await press(page, 'Play');
  await lookAround(page);
  // On a slow machine, opening the views may take so long that the run reaches its memory limit and stops.
  const spent = page.getByText('has used the memory that a run may take');
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await pause.or(spent).first().waitFor();
  if (await spent.isVisible()) await press(page, 'Dismiss');
  else await pause.click();
  await idle(page);
  const played = await decision(page);
  const others = page.getByRole('list', { name: 'Other branches' });
  await others.getByRole('button', { name: 'main', exact: true }).click();
  await idle(page);
  await others.getByRole('button', { name: /^Delete/ }).click();
  await idle(page);
  await press(page, 'Back to the start');
  await idle(page);
  return played;
}

async function travelMemory(page: Page): Promise<{ keyframes: number; log: number }> {
  await press(page, 'until…');
  const text = await page.getByRole('region', { name: 'Memory for going back' }).innerText();
  await idle(page);
  await press(page, 'Stage');
  await idle(page);
  const [keyframes, log] = [...text.matchAll(/([\d.]+) (kB|MB) (?:in|of log)/g)].map(
    ([, figure, unit]) => Number(figure) * (unit === 'MB' ? 1e6 : 1e3),
  );
  if (keyframes === undefined || log === undefined) throw new Error(`no figures in: ${text}`);
  return { keyframes, log };
}

/** Minimum in one quarter (0 to 3) of the samples. A leak raises the minimum; memory that is only released late does not. */
function leastOf(samples: readonly Sample[], held: Held, quarter: number): number {
  const [from, to] = [quarter, quarter + 1].map((n) => Math.floor((n * samples.length) / 4));
  return Math.min(...samples.slice(from, to).map((sample) => sample[held]));
}

test('an hour of playing, with everything opened and closed, leaves no growth', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium tells its heap');
  test.skip(MINUTES === 0, 'plays as long as SOAK_MINUTES says');
  test.setTimeout((MINUTES + 5) * 60_000);
  // On a busy machine each answer may take seconds, and a click needs several answers.
  page.setDefaultTimeout(120_000);
  // This scene opens in its middle, so branches can be created in the part that is already simulated.
  await open(page, '#scene=whole-picture');
  await press(page, 'Back to the start');
  await idle(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const workerHeap = await watchWorkers(devtools);
  await page.locator('.timeline_speed select').last().selectOption({ label: 'as fast as possible' });
  const samples: Sample[] = [];
  const start = Date.now();
  while (Date.now() < start + MINUTES * 60_000) {
    const played = await round(page);
    expect(played, `decisions in round ${samples.length + 1}`).toBeGreaterThan(1_000);
    const decisions = (samples.at(-1)?.decisions ?? 0) + played;
    const travel = await travelMemory(page);
    const minute = Math.round((Date.now() - start) / 6_000) / 10;
    const pageHeap = await heapOf(devtools);
    const counts = await countsOf(devtools);
    samples.push({ minute, decisions, pageHeap, workerHeap: await workerHeap(), ...counts, ...travel });
    process.stdout.write(`${JSON.stringify(samples.at(-1))}\n`);
  }
  await test
    .info()
    .attach('samples.json', { body: JSON.stringify(samples), contentType: 'application/json' });
  expect(samples.length, 'rounds').toBeGreaterThanOrEqual(8);
  for (const held of Object.keys(SLACK) as Held[]) {
    const [second, last] = [leastOf(samples, held, 1), leastOf(samples, held, 3)];
    expect.soft(last, `${held}: ${second} in the second quarter`).toBeLessThan(second * 1.1 + SLACK[held]);
  }
});
