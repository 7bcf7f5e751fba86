import type { Page } from 'playwright';
import type { Scenario } from '../../../src/protocol/scenario.ts';
import type { RealMillis } from '../../../src/protocol/units.ts';
import { longestTask, measureTasks, type PageTasks } from './page-tasks.ts';

/** What a reader experiences in a run of a million events. Times in milliseconds. */
export interface PageFigures {
  /** From the key to the frame that shows the previous decision. */
  backToPixels: number[];
  /** Pictures per second while the cursor is dragged over the whole run and back. */
  dragging: number;
  /** Longest task of the page while dragging. 0 = none of 50 ms or more. */
  draggingTask: number;
  tasks: PageTasks;
}

const BACK_STEPS = 40;
const DRAG_MOVES = 240;
/** Time limit of the drag in milliseconds. A slow machine does not reach the end of the run. */
const DRAG_MS = 6_000;
/** Time limit in milliseconds for the page to simulate the whole run. */
const RUN_MS = 120_000;

/** Opens the run on the page, simulates all of it, steps back from its middle and drags through it. */
export async function measurePage(page: Page, address: string, scenario: Scenario): Promise<PageFigures> {
  await page.goto(`${address}#gallery`);
  // The compiler of this file wraps inner functions in a helper, `__name`, which the page does not have.
  await page.evaluate('globalThis.__name = (named) => named');
  const buffer = Buffer.from(JSON.stringify(scenario));
  const file = { name: 'travel.json', mimeType: 'application/json', buffer };
  await page.getByLabel('scenario file').setInputFiles(file);
  const idle = (): Promise<void> =>
    page.locator('html[data-idle="true"] .timeline_track').waitFor({ timeout: RUN_MS });
  await idle();
  await page.keyboard.press('d');
  await page.getByLabel('expression', { exact: true }).fill('event >= 1000000');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('[data-search]', { hasText: 'Stopped at' }).waitFor({ timeout: RUN_MS });
  const tasks = await measureTasks(page);
  await page.getByRole('heading', { name: 'Debugger' }).click();
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

/** Runs in the page. A picture is visible in the animation frame after the one in which the displayed time changed. */
async function stepBack(steps: number): Promise<number[]> {
  const track = document.querySelector('.timeline_track');
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const shown = (): string => track?.getAttribute('aria-valuetext') ?? '';
  const times: RealMillis[] = [];
  for (let i = 0; i < steps; i++) {
    const before = shown();
    const started = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'N', shiftKey: true, bubbles: true }));
    // oxlint-disable-next-line no-await-in-loop
    do await nextFrame();
    while (shown() === before && performance.now() - started < 5_000);
    times.push(performance.now() - started);
    // Press the next key when the page is idle, as a reader does.
    // oxlint-disable-next-line no-await-in-loop
    while (document.documentElement.dataset['idle'] !== 'true') await nextFrame();
  }
  return times;
}

/**
 * Drags from the start of the run to its end and back. The pointer moves are made in the page, one per animation frame, as a
 * browser delivers them. Sent from this process they would come half as often, because each waits for an answer. Beyond the
 * end of the run the displayed time would not change, so the drag stays within the run.
 */
async function drag(page: Page): Promise<number> {
  await page.keyboard.press('End');
  await page.locator('html[data-idle="true"]').waitFor({ state: 'attached' });
  const track = await page.locator('.timeline_track').boundingBox();
  const ball = await page.locator('.timeline_track-ball').boundingBox();
  if (track === null || ball === null) return 0;
  const from = track.x + 1;
  const to = ball.x + ball.width / 2;
  const y = track.y + track.height / 2;
  await page.mouse.move(from, y);
  await page.mouse.down();
  const pictures = await page.evaluate(moveAlong, { from, to, y, moves: DRAG_MOVES, ms: DRAG_MS });
  await page.mouse.up();
  return pictures;
}

/** Runs in the page. Moves a pressed pointer to the end and back, one move per animation frame. Returns pictures per second. */
async function moveAlong(way: {
  from: number;
  to: number;
  y: number;
  moves: number;
  ms: RealMillis;
}): Promise<number> {
  const { from, to, y, moves, ms } = way;
  const track = document.querySelector('.timeline_track');
  const clock = document.querySelector('.timeline_clock');
  let shown = clock?.textContent;
  let pictures = 0;
  const started = performance.now();
  for (let i = 1; i <= moves && performance.now() - started < ms; i++) {
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (clock?.textContent !== shown) pictures++;
    shown = clock?.textContent;
    const clientX = to - (to - from) * Math.abs(1 - (2 * i) / moves);
    track?.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: y, buttons: 1, bubbles: true }));
  }
  return (pictures * 1000) / (performance.now() - started);
}
