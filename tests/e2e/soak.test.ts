import type { Page } from '@playwright/test';
import { encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { countsOf, heapOf, watchWorker } from './heap.ts';
import { expect, idle, open, test } from './page.ts';

/** An hour with `FULL=1`, `SOAK=10` for ten minutes by hand; a sample of the same otherwise. */
const MINUTES = process.env['FULL'] === '1' ? 60 : Number(process.env['SOAK'] ?? 0.4);
/** So long a run plays at the fastest speed before the next thing is done with it. */
const PLAYS_MS = 3_000;

// A recording keeps pictures of the page inside of the page.
test.use({ trace: 'off' });

/** Two runs of mail that comes for half a day, so that none ends while it plays. */
async function endless(seed: number): Promise<string> {
  const parsed = parseScenario({
    version: 1,
    title: `Endless mail ${seed}`,
    seed,
    servers: { '*': { latency: [200, 4000] }, 'slow.example': { latency: 30_000 } },
    script: Array.from({ length: 4_000 }, (_, i) => ({
      at: i * 10_000_000,
      command: {
        kind: 'message.inject',
        to: [
          { destination: `d${(i * seed) % 40}.example`, count: 1 + ((i * 7) % 60) },
          ...(i % 5 === 0 ? [{ destination: 'slow.example', count: 3 }] : []),
        ],
      },
    })),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors[0]));
  const cursor = { at: 0, step: 0, event: 0, decision: 0 };
  return encodeLink({ scenario: parsed.value, live: [], cursor, branch: 1 });
}

/** Seconds on the clock. */
async function clock(page: Page): Promise<number> {
  const parts = (await page.locator('.clock').innerText()).split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}

async function keys(page: Page, ...pressed: string[]): Promise<void> {
  for (const key of pressed) {
    await page.keyboard.press(key);
    await idle(page);
  }
}

/** Bytes of keyframes and of the log, as the debugger tells them. */
async function travelMemory(page: Page): Promise<number> {
  await keys(page, 'd');
  const text = await page.getByRole('region', { name: 'Memory of going back' }).locator('p').innerText();
  await keys(page, 'd');
  const figures = [...text.matchAll(/([\d.]+) (kB|MB)/g)];
  return figures.reduce((sum, [, value, unit]) => sum + Number(value) * (unit === 'MB' ? 1e6 : 1e3), 0);
}

/** Everything that a restless reader does to a run that plays. Returns how far it came, and what the travel cost. */
async function round(page: Page, link: string): Promise<{ seconds: number; travel: number }> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, link);
  await expect(page).toHaveTitle(/Endless mail/);
  await idle(page);
  await page.locator('.speed select').last().selectOption({ label: 'as fast as possible' });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  // Not a wait for something: this long it plays. Panels open and close over a run that moves.
  await page.waitForTimeout(PLAYS_MS / 3);
  for (const key of ['Shift+Digit1', 'Escape', 'd', 'd', 'Shift+Digit2', 'Escape']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(PLAYS_MS / 9);
  }
  await page
    .getByRole('button', { name: 'Pause' })
    .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await idle(page);
  const seconds = await clock(page);
  const travel = await travelMemory(page);
  // A message by hand, another one in the past: that is a branch, and both stand side by side.
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await keys(page, '3', 'n');
  await page.getByRole('button', { name: /^Inject as/ }).click();
  await keys(page, 'n', 'c', 'c', 'End', 'Home');
  return { seconds, travel };
}

test('restless hours at the fastest speed leave the memory as it was, and the run goes on', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium tells its heap');
  test.setTimeout((MINUTES * 1.5 + 6) * 60_000);
  const links = [await endless(3), await endless(7)];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const workerHeap = await watchWorker(devtools);
  await open(page, '#scene=recursive');
  let rounds = 0;
  const travels: number[] = [];
  const measure = async (): Promise<Record<string, number>> => {
    // A small scene in between: what a run has left behind shows, not what it holds.
    await open(page, '#scene=recursive');
    return { heap: await heapOf(devtools), worker: await workerHeap(), ...(await countsOf(devtools)) };
  };
  const play = async (until: number): Promise<void> => {
    do {
      const { seconds, travel } = await round(page, links[rounds % 2]!);
      // An earlier try of this stood still at 0:01.40 from its first minute.
      expect(seconds).toBeGreaterThan(20);
      travels.push(travel);
      rounds++;
    } while (Date.now() < until);
  };
  const start = Date.now();
  await play(start + (MINUTES / 4) * 60_000);
  const before = await measure();
  const travelBefore = Math.max(...travels.splice(0));
  await play(start + MINUTES * 60_000);
  const after = await measure();
  const travelAfter = Math.max(...travels);
  // eslint-disable-next-line no-console
  console.log(JSON.stringify({ rounds, before, after, travelBefore, travelAfter }));
  expect(after['heap']).toBeLessThan(before['heap']! * 1.15);
  expect(after['worker']).toBeLessThan(before['worker']! * 1.15 + 2e6);
  expect(after['listeners']).toBeLessThan(before['listeners']! * 1.1 + 20);
  expect(after['nodes']).toBeLessThan(before['nodes']! * 1.25 + 500);
  // A faster machine plays further in the same time: the run's own limits hold.
  expect(travelAfter).toBeLessThan(Math.max(160e6, travelBefore * 1.5));
});
