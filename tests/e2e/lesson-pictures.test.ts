import { expect, idle, open, test } from './page.ts';

/** Measures the free space left and right of the picture within its place, in pixels. */
const MARGINS = (): { left: number; right: number } => {
  const place = document.querySelector('.lesson-stage')?.getBoundingClientRect();
  const cards = [...document.querySelectorAll('.lesson-stage [role="treeitem"]')].map((card) =>
    card.getBoundingClientRect(),
  );
  return {
    left: Math.min(...cards.map(({ left }) => left)) - (place?.left ?? 0),
    right: (place?.right ?? 0) - Math.max(...cards.map(({ right }) => right)),
  };
};

test('a few jobs fill the middle of their area on tablet, desktop and phone', async ({ page }) => {
  await open(page, '#lesson=what-is-a-job&stop=1');
  for (const [width, height] of [
    [1024, 768],
    [1920, 1080],
    [412, 915],
  ] as const) {
    await page.setViewportSize({ width, height });
    await idle(page);
    const { left, right } = await page.evaluate(MARGINS);
    const place = (await page.locator('.lesson-stage').boundingBox())?.width ?? 0;
    expect(Math.abs(left - right)).toBeLessThan(0.1 * place);
    expect(place - left - right).toBeGreaterThan(0.4 * place);
  }
});

for (const hash of ['#lesson=earning&stop=7', '#lesson=failure&stop=9', '#lesson=purgatory&stop=7'])
  test(`${hash}: the end of a lesson fits on a tablet`, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await open(page, hash);
    const shows = page.getByRole('button', { name: 'Show me' });
    if ((await shows.count()) > 0) await shows.click();
    await idle(page);
    await expect(
      page.getByRole('heading', { name: /^(You can now|After this lesson you can)$/ }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /^Next lesson/ })).toBeInViewport({ ratio: 1 });
    const text = page.locator('.lesson-text');
    expect(await text.evaluate((box) => box.scrollHeight <= box.clientHeight + 1)).toBe(true);
  });

test('the picture of memory does not reveal the answer to its question', async ({ page }) => {
  await open(page, '#lesson=memory&stop=2');
  await expect(page.getByText('Which job sponsors which')).toBeVisible();
  await expect(page.locator('.lesson-stage')).not.toContainText('may read');
});

test('a deferral is drawn with its age, its backoff and the scans', async ({ page }) => {
  await open(page, '#lesson=failure&stop=8');
  const picture = page.getByRole('region', { name: /^Deferred mail/ });
  await expect(picture).toContainText('585 s old');
  await expect(picture).not.toContainText('backoff until');
  await page.getByRole('button', { name: 'Show me' }).click();
  await idle(page);
  await expect(picture).toContainText('backoff until 1185 s, tried again by the scan at 1200 s');
});

test('on a phone the sheet of a question names the stack that it hides', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 915 });
  await open(page, '#lesson=groups&stop=4');
  await expect(page.locator('.lesson-ask')).toContainText('Waiters, top first: TA TD TE');
});

test('on a low projector in class mode, no gap under the gate wastes room', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, '#present=pools&stop=3');
  const box = page.locator('.lesson-threads-box');
  expect(await box.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1);
  await expect(page.getByRole('region', { name: 'Waiters' })).toBeInViewport({ ratio: 1 });
});

test('in class mode threads fill over two thirds of their area without being cut', async ({ page }) => {
  for (const [width, height] of [
    [1920, 1080],
    [1366, 768],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const hash of [
      '#present=pools&stop=1',
      '#present=who-wakes&stop=3',
      '#lesson=around-the-gate&stop=6',
    ]) {
      await open(page, hash);
      const box = page.locator('.lesson-threads-box');
      const { place, drawn, over } = await box.evaluate((element) => ({
        place: element.clientHeight,
        drawn:
          element.querySelector('[data-station="counted"]')!.getBoundingClientRect().bottom -
          element.getBoundingClientRect().top,
        over: element.scrollHeight - element.clientHeight,
      }));
      expect(drawn / place, `${hash} at ${width}`).toBeGreaterThan(0.75);
      expect(over).toBeLessThanOrEqual(1);
    }
  }
});

test('a presentation ends with what the class can do, and no answer is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, '#present=earning&stop=7');
  await expect(
    page.getByRole('heading', { name: /^(You can now|After this lesson you can)$/ }),
  ).toBeVisible();
  for (const hash of ['#present=memory&stop=2', '#present=purgatory&stop=7']) {
    await open(page, hash);
    for (const answer of await page.locator('.lesson_answer').all())
      await expect(answer).toBeInViewport({ ratio: 1 });
  }
});

test('a single strip shows what each message has left, and fills its area in class', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(page, '#present=orders&stop=2');
  const picture = page.getByRole('region', { name: 'The same mail in several orders' });
  await expect(picture).toContainText('8 deliveries left');
  await expect(picture).toContainText('2 deliveries left');
  const filled = await picture.evaluate((place) => {
    const parts = [...place.children].map((part) => part.getBoundingClientRect());
    const whole = Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top));
    return whole / place.getBoundingClientRect().height;
  });
  expect(filled).toBeGreaterThan(0.55);
});

for (const [hash, first] of [
  ['#lesson=pools&stop=4', 'CPUs'],
  ['#lesson=purgatory&stop=7', 'Old 0.8'],
] as const)
  test(`${hash}: a headline is above the picture and covers nothing`, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await open(page, hash);
    await page.getByRole('button', { name: 'Show me' }).click();
    await idle(page);
    const news = await page.getByRole('region', { name: 'What just happened' }).boundingBox();
    const heading = await page
      .locator('.lesson-stage')
      .getByText(first, { exact: true })
      .first()
      .boundingBox();
    expect(news?.y).toBeGreaterThan(0);
    expect(heading?.y ?? 0).toBeGreaterThanOrEqual((news?.y ?? 0) + (news?.height ?? Infinity));
  });

test('eight CPUs leave the run queue inside its box', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '#lesson=pools&stop=5');
  const counted = page.getByRole('region', { name: 'Counted: CPUs and run queue' });
  const [box, queue] = [
    await counted.boundingBox(),
    await counted.getByText('no thread waits for a CPU').boundingBox(),
  ];
  expect((queue?.y ?? Infinity) + (queue?.height ?? 0)).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
});

test('the gauges of a group keep their height when the count passes the limit', async ({ page }) => {
  const height = async (): Promise<number> =>
    (await page.getByRole('region', { name: /^Concurrency value/ }).boundingBox())?.height ?? 0;
  await open(page, '#lesson=groups&stop=1');
  const within = await height();
  await open(page, '#lesson=groups&stop=6');
  await expect(page.getByText('closed, over by 1')).toBeVisible();
  expect(await height()).toBeCloseTo(within, 0);
});
