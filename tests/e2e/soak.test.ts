import type { Locator, Page } from '@playwright/test';
import { countsOf, heapOf, watchWorkers } from './heap.ts';
import { expect, idle, open, test } from './page.ts';

test.use({ reuseContext: false });

/** Minutes to play, such as `SOAK_MINUTES=60`. Without the variable the test is skipped. */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 0);

/** What a part of the page is left open for, in milliseconds. */
const LOOK_MS = 250;

/** What is held after a round. All but the minute, the rounds and the decisions must stay as it is. */
interface Sample {
  minute: number;
  /** Decisions played through so far. */
  decisions: number;
  pageHeap: number;
  workerHeap: number;
  listeners: number;
  nodes: number;
  keyframes: number;
  log: number;
}

type Held = Exclude<keyof Sample, 'minute' | 'decisions'>;

/** What may come on top of a tenth: bytes, listeners, elements. */
const SLACK: Record<Held, number> = {
  pageHeap: 500_000,
  workerHeap: 2_000_000,
  listeners: 20,
  nodes: 500,
  keyframes: 50_000,
  log: 50_000,
};

// A recording keeps pictures of the page inside of the page.
test.use({ trace: 'off' });

/** Presses a button of this name; of several, the first. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
}

/** Opens something in the place of the stage, looks at it while it plays, gives the stage its place back. */
async function look(page: Page, button: Locator): Promise<void> {
  await button.click();
  // Not a wait for something: this long it plays.
  await page.waitForTimeout(LOOK_MS);
  await press(page, 'Stage');
}

/** Number of the decision that the cursor is at. */
async function decision(page: Page): Promise<number> {
  return Number(await page.locator('.clock-words .mono').innerText());
}

/** Every large view, the debugger and the comparison, one after the other. */
async function lookAround(page: Page): Promise<void> {
  const large = page.getByRole('button', { name: /^open in the place of the stage/ });
  for (let i = (await large.count()) - 1; i >= 0; i--) await look(page, large.nth(i));
  for (const name of ['until…', 'Compare two branches']) await look(page, page.getByRole('button', { name }));
}

/**
 * A branch from the start, with mail without end, as fast as it goes; then it is deleted. The scene stays open all the
 * time: opening another one would let go whatever deleted branches leave behind. Decisions played.
 */
async function round(page: Page): Promise<number> {
  await press(page, /^Inject as/);
  await idle(page);
  await press(page, 'every 2 s');
  await press(page, 'Play');
  await lookAround(page);
  // On a slow machine the looks may last until the run has used the memory that it may take: it has stopped then.
  const spent = page.getByText('has reached the memory limit');
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

/** Bytes of keyframes and of the log, as the debugger tells them. */
async function travelMemory(page: Page): Promise<{ keyframes: number; log: number }> {
  await press(page, 'until…');
  const text = await page.getByRole('region', { name: 'Memory of going back' }).innerText();
  await idle(page);
  await press(page, 'Stage');
  await idle(page);
  const [keyframes, log] = [...text.matchAll(/([\d.]+) (kB|MB) (?:in|of log)/g)].map(
    ([, figure, unit]) => Number(figure) * (unit === 'MB' ? 1e6 : 1e3),
  );
  if (keyframes === undefined || log === undefined) throw new Error(`no figures in: ${text}`);
  return { keyframes, log };
}

/** The least that was held in a quarter of the samples, 0 to 3: what is never let go raises it, what is let go late does not. */
function leastOf(samples: readonly Sample[], held: Held, quarter: number): number {
  const [from, to] = [quarter, quarter + 1].map((n) => Math.floor((n * samples.length) / 4));
  return Math.min(...samples.slice(from, to).map((sample) => sample[held]));
}

test('playing for an hour, with everything opened and closed, leaves what is held as it was', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium tells its heap');
  test.skip(MINUTES === 0, 'plays as long as SOAK_MINUTES says');
  test.setTimeout((MINUTES + 5) * 60_000);
  // Of a page that is busy on a busy machine each answer may take seconds, and a click needs several.
  page.setDefaultTimeout(120_000);
  // It opens in its middle: there is known ground that branches can leave.
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
