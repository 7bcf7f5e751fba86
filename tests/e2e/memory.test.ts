import { countsOf, heapOf } from './heap.ts';
import { expect, idle, MORE_DETAIL, open, test } from './page.ts';

test.use(MORE_DETAIL);

test.use({ reuseContext: false });

const MINUTES = 1;

// A trace would keep pictures of the page in the page's memory.
test.use({ trace: 'off' });

test('playing leaves the heap of the page as it was', async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium tells its heap');
  test.setTimeout((MINUTES + 2) * 60_000);
  await open(page, '#scene=recursive');
  const devtools = await page.context().newCDPSession(page);
  const measure = async (): Promise<{ heap: number; listeners: number; nodes: number }> => {
    const counts = await countsOf(devtools);
    return { heap: await heapOf(devtools), ...counts };
  };
  await devtools.send('Performance.enable');
  /** Plays through the whole run and returns to its start, so that everything is loaded and cached once. */
  const round = async (): Promise<void> => {
    await page.keyboard.press('Home');
    await idle(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    // The duration of playing, not a wait for an event.
    await page.waitForTimeout(2_500);
    // Click without waiting for the button, because the run may have ended, and Pause is gone then.
    await page
      .getByRole('button', { name: 'Pause' })
      .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
    await page.keyboard.press('Home');
    await idle(page);
  };
  await page.locator('.timeline_speed select').last().selectOption('10');
  await round();
  await round();
  const before = await measure();
  const end = Date.now() + MINUTES * 60_000;
  while (Date.now() < end) await round();
  const after = await measure();
  expect(after.heap).toBeLessThan(before.heap * 1.1);
  expect(after.listeners).toBeLessThan(before.listeners * 1.1 + 20);
  expect(after.nodes).toBeLessThan(before.nodes * 1.25 + 500);
});

test('class questions release their workers', async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium counts objects');
  await open(page, '#class=windows&stop=6');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const round = async (): Promise<void> => {
    for (const hash of ['#class=blockers&stop=4', '#class=windows&stop=6']) {
      await page.evaluate((next) => {
        location.hash = next;
      }, hash);
      await idle(page);
    }
  };
  const count = async (prototype: string): Promise<number> => {
    const { result } = await devtools.send('Runtime.evaluate', { expression: prototype });
    const { objects } = await devtools.send('Runtime.queryObjects', {
      prototypeObjectId: result.objectId ?? '',
    });
    const length = await devtools.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length; }',
    });
    await devtools.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' });
    return Number(length.result.value);
  };
  const measure = async (): Promise<{ workers: number; ports: number; listeners: number }> => {
    const { listeners } = await countsOf(devtools);
    return {
      workers: await count('Worker.prototype'),
      ports: await count('MessagePort.prototype'),
      listeners,
    };
  };
  await round();
  await round();
  const before = await measure();
  for (let i = 0; i < 4; i += 1) await round();
  const after = await measure();
  expect(after.workers).toBeLessThanOrEqual(before.workers + 1);
  expect(after.ports).toBeLessThanOrEqual(before.ports + 1);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 12);
});
