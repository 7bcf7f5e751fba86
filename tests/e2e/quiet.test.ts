import type { Page } from '@playwright/test';
import { expect, idle, open, press, sentence, test } from './page.ts';

/** Names of the controls that a reader sees. Cards of the stage belong to the picture and are left out. */
function controls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role="slider"], [role="separator"][tabindex]',
    );
    const sees = (element: HTMLElement): boolean => {
      const { width, height } = element.getBoundingClientRect();
      const skip = element.classList.contains('skip');
      return !skip && width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
    };
    return [...found].filter(sees).map((element) => element.ariaLabel ?? element.innerText.trim());
  });
}

/** Few and many messages, destinations and candidates. Other scenes open with a panel instead of the stage. */
const SCENES = ['ten-two-two', 'whole-picture', 'fifo'];

test('the cockpit has at most 30 controls on a desktop and 20 on a phone', async ({ page }) => {
  for (const scene of SCENES) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `#scene=${scene}`);
    const wide = await controls(page);
    expect(wide.length, `${scene}: ${wide.join(' | ')}`).toBeLessThanOrEqual(30);
    expect(wide, scene).toContain('Play');
    await page.setViewportSize({ width: 412, height: 915 });
    await idle(page);
    const phone = await controls(page);
    expect(phone.length, `${scene}: ${phone.join(' | ')}`).toBeLessThanOrEqual(20);
  }
});

test('More detail brings the tables, stays after a reload, and has a way back', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await expect(page.getByRole('table', { name: /^Destinations of/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'More detail' }).click();
  await idle(page);
  await expect(page.getByRole('table', { name: /^Destinations of/ })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Step by' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Less detail' })).toBeFocused();
  await page.reload();
  await idle(page);
  await page.getByRole('button', { name: 'Less detail' }).click();
  await idle(page);
  await expect(page.getByRole('button', { name: 'More detail' })).toBeFocused();
  await page.locator('body').press('m');
  await expect(page.getByRole('button', { name: 'Less detail' })).toBeVisible();
  // On a phone, the menu of the bar contains both buttons.
  await page.setViewportSize({ width: 412, height: 915 });
  await page.getByRole('button', { name: /^More:/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Less detail/ })
    .click();
  await expect(page.getByRole('button', { name: 'Send mail' })).toBeVisible();
});

test('a shared link opens quiet, and a reload keeps what the reader saw', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await press(page, 'i');
  await page
    .getByRole('button', { name: /^Send message/ })
    .last()
    .click();
  await expect(page).toHaveURL(/#s=/);
  const link = page.url();
  await page.locator('body').press('m');
  await expect(page.getByRole('button', { name: 'Less detail' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await idle(page);
  await page.getByRole('button', { name: 'More detail' }).click();
  await expect(page.getByRole('button', { name: 'Less detail' })).toBeVisible();
  await page.reload();
  await idle(page);
  await expect(page.getByRole('button', { name: 'Less detail' })).toBeVisible();
});

test('a tile puts its panel in place of the stage, and Esc returns to the tile', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  for (const [tile, title] of [
    ['Destinations', 'Destinations'],
    ['Timing wheel', 'Timing wheel'],
    ['Memory', 'Mail queues, transports and memory'],
    ['Threads', 'Agents as threads'],
  ] as const) {
    const button = page.getByRole('region', { name: 'Dock' }).getByRole('button', { name: tile });
    await button.click();
    await expect(page.getByRole('heading', { level: 1, name: title }).last()).toBeVisible();
    await page.keyboard.press('Escape');
    await idle(page);
    await expect(button).toBeFocused();
  }
});

for (const [name, width, height] of [
  ['a tablet', 1180, 820],
  ['a small tablet', 1024, 768],
  ['a phone', 412, 915],
] as const) {
  test(`${name} has the injection and the explanation whole`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, '#scene=ten-two-two');
    await page.getByRole('button', { name: 'Send mail' }).click();
    const sheet = page.getByRole('dialog', { name: 'Send mail' });
    await sheet.getByRole('textbox', { name: /recipients? at/ }).fill('3');
    await expect(sheet.getByRole('button', { name: /^Send message/ })).toBeInViewport({ ratio: 1 });
    await sheet.getByRole('button', { name: /^Send message/ }).click();
    await idle(page);
    await expect(sheet).toHaveCount(0);
    expect(await page.locator('.explain-area, .say-area').first().innerText()).toContain('arrives with 3');
    for (const verb of ['Break a server', 'Change a rule']) {
      await page.getByRole('button', { name: verb }).click();
      await expect(page.getByRole('dialog', { name: verb }).getByRole('button').last()).toBeInViewport();
      await page.keyboard.press('Escape');
    }
  });
}

test('the message to send is changed in one place, and a bad number opens it', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page.getByRole('button', { name: /^10 recipients/ }).click();
  const count = page.locator('#inject-count');
  await count.fill('0');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Send message/ })
    .first()
    .click();
  await expect(count).toHaveAttribute('aria-invalid', 'true');
  await count.fill('2');
  await count.press('Enter');
  await idle(page);
  expect(await sentence(page)).toContain('arrives with 2 recipients');
});

test('one menu chooses the step and the speed', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page.getByRole('button', { name: /^Step by turn, speed 1×/ }).click();
  await page.getByRole('button', { name: 'event', exact: true }).click();
  await page.getByRole('button', { name: /^Step by event/ }).click();
  await page.getByRole('button', { name: '5×', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Step by event, speed 5×. Change' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Forward one event' })).toBeVisible();
});

test('a mark of the timeline says what happened, and a press goes there', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await press(page, 'Home');
  const mark = page.locator('.timeline_mark[data-look="preemption"]').first();
  await mark.hover();
  await expect(page.locator('.timeline_mark-label')).toHaveText(/^[\d.]+ s: 2 preempts 1$/);
  await page.mouse.down();
  await page.mouse.up();
  await idle(page);
  expect(await sentence(page)).toContain('2 preempts 1');
});

test('a finished run shows all turns and no next one', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await expect(page.locator('.strip_tile.strip_next')).toHaveCount(1);
  await page.getByRole('button', { name: /^Step by turn, speed 1×/ }).click();
  await page.getByRole('button', { name: 'as fast as possible' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await idle(page);
  const total = Number(/(\d+) so far/.exec(await page.locator('.strip-panel h2').innerText())?.[1]);
  await expect(page.locator('.strip_tile[data-delivery]')).toHaveCount(total);
  await expect(page.locator('.strip_tile.strip_next')).toHaveCount(0);
});
