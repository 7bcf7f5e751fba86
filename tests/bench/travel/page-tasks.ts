import type { Page } from 'playwright';

/** Times of work during which the page must stay responsive, in milliseconds. */
export interface PageTasks {
  /** From the click on Cancel to the line that confirms it; the slowest of several. */
  cancel: number;
  /** Longest task of the page; 0 = no task of 50 ms or more (browsers report only those). */
  scrolling: number;
  filtering: number;
  searching: number;
}

const SEARCHES = 5;

/**
 * In the debugger at the end of the run: cancels searches that find nothing, and scrolls, filters and searches the event log.
 */
export async function measureTasks(page: Page): Promise<PageTasks> {
  const cancel = await cancels(page);
  const scrolling = await longestTask(page, () => page.evaluate(scrollThrough));
  const filtering = await longestTask(page, async () => {
    const kinds = page.getByRole('group', { name: 'Kinds of events' }).getByRole('button');
    for (let i = 0; i < 4; i++) {
      // oxlint-disable-next-line no-await-in-loop
      await kinds.nth(i).click();
      // oxlint-disable-next-line no-await-in-loop
      await settled(page);
    }
    for (let i = 0; i < 4; i++) {
      // oxlint-disable-next-line no-await-in-loop
      await kinds.nth(i).click();
    }
    await settled(page);
  });
  const searching = await longestTask(page, async () => {
    await page.locator('#log-search').pressSequentially('d17.example', { delay: 60 });
    await settled(page);
    await page.locator('#log-search').fill('');
    await settled(page);
  });
  return { cancel, scrolling, filtering, searching };
}

/** Maximum milliseconds to wait for a filter before the next one is set. Only the page is measured. */
const SETTLE_MS = 15_000;

function settled(page: Page): Promise<void> {
  const idle = page.locator('html[data-idle="true"]').waitFor({ state: 'attached', timeout: SETTLE_MS });
  return idle.catch(() => undefined);
}

async function cancels(page: Page): Promise<number> {
  await page.getByLabel('expression', { exact: true }).fill('jobs < 0');
  let worst = 0;
  for (let i = 0; i < SEARCHES; i++) {
    // oxlint-disable-next-line no-await-in-loop
    await page
      .getByRole('region', { name: 'Run until' })
      .getByRole('button', { name: 'Back', exact: true })
      .click();
    // oxlint-disable-next-line no-await-in-loop
    await page.locator('[data-search]', { hasText: 'Looking for' }).waitFor();
    // Cancel at different times, all within the search.
    // oxlint-disable-next-line no-await-in-loop
    await page.waitForTimeout(40 + 30 * i);
    // oxlint-disable-next-line no-await-in-loop
    worst = Math.max(worst, await page.evaluate(cancel));
  }
  return worst;
}

/** Runs in the page. */
async function cancel(): Promise<number> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
  const said = (): boolean =>
    document.querySelector('[data-search]')?.textContent.startsWith('Looking') !== true;
  const started = performance.now();
  button?.click();
  // oxlint-disable-next-line no-await-in-loop
  while (!said()) await new Promise((resolve) => setTimeout(resolve, 0));
  return performance.now() - started;
}

/** Runs in the page. Scrolls from the end of the log to its start, one jump per animation frame. */
async function scrollThrough(): Promise<void> {
  const rows = document.querySelector('.debugger_dbg-rows');
  for (let i = 90; i >= 0 && rows !== null; i--) {
    rows.scrollTop = (rows.scrollHeight * i) / 90;
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Longest task of the page during `work`. 0 = none of 50 ms or more. */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    });
    observer.observe({ type: 'longtask' });
    Object.assign(window, { longestTask: seen });
  });
  await work();
  return page.evaluate(() => (window as unknown as { longestTask: { longest: number } }).longestTask.longest);
}
