/** Equipment of a classroom: a camera that reads codes from phones, and a clicker without a network. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerCode, questionTag } from '../../src/learn/class/answer-code.ts';
import { serveDist } from '../../src/cli/serve-dist.ts';
import { cameraFilm } from '../fixtures/camera-film.ts';
import { expect, goOffline, idle, test } from './page.ts';

const DIST = join(import.meta.dirname, '../../dist');
const PART = '=windows&stop=4';

test('the camera of a class reads and counts the codes of two phones', async ({
  playwright,
  launchOptions,
  baseURL,
  browserName,
}, testInfo) => {
  test.skip(browserName !== 'chromium', 'only Chromium takes a film for its camera');
  const film = testInfo.outputPath('phones.y4m');
  const codes = [3, 4].map((phone, place) => answerCode({ tag: questionTag(PART), place, phone }));
  writeFileSync(film, cameraFilm(codes.map((code) => code.replace('-', ''))));
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${baseURL ?? ''}/#class${PART}`);
  await idle(page);
  await page.getByRole('button', { name: 'Enter codes' }).click();
  await page.getByRole('button', { name: 'Camera', exact: true }).click();
  await expect(page.getByLabel('What the camera sees')).toBeVisible();
  await expect(page.locator('.classroom_wall-where')).toContainText('2 answers');
  await page.getByRole('button', { name: 'Camera off' }).click();
  await expect(page.getByLabel('What the camera sees')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the answers' }).click();
  for (const letter of ['A', 'B'])
    await expect(page.getByRole('textbox', { name: `Answers ${letter}` })).toHaveValue('1');
  await browser.close();
});

test.describe('with only the browser’s storage', () => {
  test.use({ serviceWorkers: 'allow' });

  // In runs without --all, offline.test.ts covers work without a network, and lessons.test.ts the presentation.
  test('presents a lesson by clicker at projector size after the network has gone', {
    tag: '@all',
  }, async ({ page, context }) => {
    const once = await serveDist(DIST);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${once.url}/?offline#present=what-is-a-job&stop=1`);
    await idle(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
      timeout: 30_000,
    });
    await goOffline(context, once);
    await page.goto('about:blank');
    await page.goto(`${once.url}/#present=what-is-a-job&stop=1`);
    await idle(page);
    await expect(page.getByRole('heading', { name: 'A message becomes a job' })).toBeVisible();
    const click = async (key: 'PageDown' | 'PageUp'): Promise<void> => {
      await page.keyboard.press(key);
      await idle(page);
    };
    await click('PageDown');
    await expect(page.getByRole('heading', { name: 'Recipients become entries' })).toBeVisible();
    await click('PageDown');
    await expect(page.getByRole('heading', { name: 'What a job earns' })).toBeVisible();
    // While a question is open, the click answers it instead of going to the next stop.
    await expect(page.locator('.presenter_present-ask')).toBeVisible();
    await click('PageDown');
    await expect(page.locator('.lesson_answer-why')).toContainText('The answer is');
    await click('PageUp');
    await expect(page.getByRole('heading', { name: 'Recipients become entries' })).toBeVisible();
    // Lessons with other kinds of runs that were never opened with a network, and a question for phones.
    for (const [hash, words] of [
      ['#present=wheel&stop=1', '1 / 8'],
      ['#present=who-wakes&stop=1', '1 / 7'],
      [`#class${PART}`, 'Collect'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`${once.url}/${hash}`);
      await idle(page);
      await expect(page.locator('main')).toContainText(words);
    }
  });
});
