import type { Page } from 'playwright';
import type { Scenario } from '../../../protocol/scenario.ts';
import { longestTask, measureTasks, type PageTasks } from './page-tasks.ts';

/** What a reader sees of a run of a million events. Times in milliseconds. */
export interface PageFigures {
  /** From the key to the frame that shows the decision before. */
  backToPixels: number[];
  /** Pictures a second while the cursor is dragged over the whole run. */
  dragging: number;
  /** Longest task of the page while dragging, 0 = none of 50 ms or more. */
  draggingTask: number;
  tasks: PageTasks;
}

const BACK_STEPS = 40;
const DRAG_MOVES = 120;
/** A slow machine does not get to the end. */
const DRAG_MS = 6_000;
/** Longest that the whole run may take to be simulated for the page. */
const RUN_MS = 120_000;

/** Opens the run on the page itself, simulates all of it, steps back from its middle and drags through it. */
export async function measurePage(page: Page, address: string, scenario: Scenario): Promise<PageFigures> {
  await page.goto(`${address}#gallery`);
  // What compiles this file wraps inner functions in a helper, which the page does not have.
  await page.evaluate('globalThis.__name = (named) => named');
  const buffer = Buffer.from(JSON.stringify(scenario));
  const file = { name: 'travel.json', mimeType: 'application/json', buffer };
  await page.getByLabel('scenario file').setInputFiles(file);
  const idle = (): Promise<void> =>
    page.locator('html[data-idle="true"] .track').waitFor({ timeout: RUN_MS });
  await idle();
  await page.keyboard.press('d');
  await page.getByLabel('expression', { exact: true }).fill('event >= 1000000');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.dbg-search-line', { hasText: 'Stopped at' }).waitFor({ timeout: RUN_MS });
  const tasks = await measureTasks(page);
  await page.locator('.dbg-bar h1').click();
  await page.keyboard.press('d');
  await page.keyboard.press('5');
  await idle();
  const backToPixels = await page.evaluate(stepBack, BACK_STEPS);
  let dragging = 0;
  const draggingTask = await longestTask(page, async () => {
    dragging = await drag(page);
  });
  return { backToPixels, dragging, draggingTask, tasks };
}

/** Runs in the page: a picture is there in the animation frame after the one in which the clock has changed. */
async function stepBack(steps: number): Promise<number[]> {
  const track = document.querySelector('.track');
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const shown = (): string => track?.getAttribute('aria-valuetext') ?? '';
  const times: number[] = [];
  for (let i = 0; i < steps; i++) {
    const before = shown();
    const started = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'N', shiftKey: true, bubbles: true }));
    // oxlint-disable-next-line no-await-in-loop
    do await nextFrame();
    while (shown() === before && performance.now() - started < 5_000);
    times.push(performance.now() - started);
    // The next key comes when the page is at rest, as a reader's does.
    // oxlint-disable-next-line no-await-in-loop
    while (document.documentElement.dataset['idle'] !== 'true') await nextFrame();
  }
  return times;
}

async function drag(page: Page): Promise<number> {
  const box = await page.locator('.track').boundingBox();
  if (box === null) return 0;
  await page.evaluate(() => {
    const clock = document.querySelector('.clock');
    const counts = { pictures: 0, last: clock?.textContent };
    Object.assign(window, { travelPictures: counts });
    const look = (): void => {
      if (clock?.textContent !== counts.last) counts.pictures++;
      counts.last = clock?.textContent;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 10, y);
  await page.mouse.down();
  const started = Date.now();
  for (let i = 1; i <= DRAG_MOVES && Date.now() - started < DRAG_MS; i++) {
    // oxlint-disable-next-line no-await-in-loop
    await page.mouse.move(box.x + 10 + ((box.width - 20) * i) / DRAG_MOVES, y);
    // A hand moves once an animation frame.
    // oxlint-disable-next-line no-await-in-loop
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const seconds = (Date.now() - started) / 1000;
  await page.mouse.up();
  const pictures = await page.evaluate(
    () => (window as unknown as { travelPictures: { pictures: number } }).travelPictures.pictures,
  );
  return pictures / seconds;
}
