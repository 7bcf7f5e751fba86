import type { Page } from '@playwright/test';
import { openAfternoon } from './afternoon.ts';
import { drop } from './drop.ts';
import { difference, openSheet, saved, seen } from './exporting.ts';
import { expect, idle, open, press, strip, test } from './page.ts';

const QSHAPE = [
  '                 T  5 10 20 20+',
  '         TOTAL   6  1  2  0   3',
  '   big.example   4  1  1  0   2',
  ' small.example   2  0  1  0   1',
].join('\n');

/** Opens the part of the findings that compares the selection with all other mail. */
async function compare(page: Page): Promise<void> {
  await openAfternoon(page);
  await page.getByText('Compare a part with the rest, and save').click();
  await idle(page);
}

const figures = (page: Page) => page.getByRole('region', { name: 'Selection and rest' });

/**
 * Returns the numbers of attempted recipients in the table: those of the selection and, if something is selected,
 * those of all other mail.
 */
async function tried(page: Page): Promise<number[]> {
  const row = figures(page).getByRole('row', { name: /^recipients attempted/ });
  await expect(row).toBeVisible();
  const cells = await row.getByRole('cell').allInnerTexts();
  return cells.map((text) => Number(text.replace(/\s/g, '')));
}

/** Waits for the end of the opened run, which must have this title. Returns the messages that had a turn. */
async function ended(page: Page, title: string): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('region', { name: 'Result of the run' })).toBeVisible();
  await idle(page);
  return (await strip(page)).split(/[\s,]+/);
}

test('compares a selected range, band, lane or value with the rest', async ({ page }) => {
  await compare(page);
  const [all] = await tried(page);
  expect(all).toBeGreaterThan(500);
  await expect(page.getByText('Drag over the chart or choose a lane.')).toBeVisible();

  const from = page.getByRole('slider', { name: /^Selected from/ });
  const before = await from.getAttribute('aria-valuetext');
  await from.focus();
  await press(page, 'PageUp', 3);
  expect(await from.getAttribute('aria-valuetext')).not.toBe(before);
  const later = await tried(page);
  expect(later[0]).toBeGreaterThan(0);
  expect(later[0]).toBeLessThan(all ?? 0);
  expect((later[0] ?? 0) + (later[1] ?? 0)).toBe(all);

  const lane = page.getByRole('button', { name: /^slow\.example: .* attempts/ });
  await lane.press('Enter');
  await idle(page);
  await expect(lane).toHaveAttribute('aria-pressed', 'true');
  const inLane = await tried(page);
  expect(inLane[0]).toBeLessThan(later[0] ?? 0);
  expect((inLane[0] ?? 0) + (inLane[1] ?? 0)).toBe(all);
  await lane.press('Enter');
  await page.getByRole('button', { name: 'Show all' }).press('Enter');
  await idle(page);
  expect(await tried(page)).toEqual([all]);

  // A drag over the chart selects a time range.
  const picture = page.getByRole('group', { name: /^Arrivals, waiting, lanes and queue sizes/ });
  const box = await picture.boundingBox();
  if (box === null) throw new Error('no picture');
  await page.mouse.move(box.x + box.width * 0.3, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + 70, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  const band = await tried(page);
  expect(band[0]).toBeGreaterThan(0);
  expect((band[0] ?? 0) + (band[1] ?? 0)).toBe(all);

  // Narrow the selection to the attribute with the largest difference.
  const value = page
    .getByRole('region', { name: 'What differs most' })
    .getByRole('button', { name: /of the selected/, disabled: false })
    .first();
  await value.press('Enter');
  await idle(page);
  await expect(figures(page).getByText('Filter:')).toBeVisible();
  expect((await tried(page))[0]).toBeLessThanOrEqual(band[0] ?? 0);
});

test('a clicked lane shows its rate per minute and what limits it', async ({ page }) => {
  await compare(page);
  const lane = page.getByRole('button', { name: /^grey\.example: .* attempts/ });
  await lane.click();
  await idle(page);
  await expect(lane).toHaveAttribute('aria-pressed', 'true');
  const rates = page.getByRole('region', { name: 'Deliveries per minute' });
  await expect(rates.getByText(/^It gets .* deliveries per minute, .* in the busiest minute/)).toBeVisible();
  await expect(
    rates.getByText(/: 20 concurrent deliveries \(the concurrency limit of smtp\) ÷ /),
  ).toBeVisible();
  const bound = rates.getByRole('spinbutton', { name: 'At most, per minute' });
  const never = rates.getByText(/^The record never has more than \d+ per minute/);
  await bound.fill('5000');
  await expect(never).toBeVisible();
  await bound.fill('6');
  await expect(never).toBeHidden();
  await expect(rates.getByText(/^A limit cannot hold it to 6 a minute:/)).toBeVisible();
  await expect(rates.getByText(/^A rate delay of 10\ss makes .* to 6 per minute/)).toBeVisible();
  await rates.getByText('Settings for this limit').press('Enter');
  await expect(
    rates.getByText(
      /transport_maps = inline:\{ \{ grey\.example = paced-grey-example:\[127\.0\.2\.23\]:2825 \} \}/,
    ),
  ).toBeVisible();
  await expect(rates.getByText(/paced-grey-example_destination_rate_delay = 10s/)).toBeVisible();
  await lane.click();
  await expect(rates).toBeHidden();
});

test('a search completes names, marks and lists messages, and each opens as a sheet', async ({ page }) => {
  await openAfternoon(page);
  // As the text of the field says, the slash key moves the focus into the search field.
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search messages' });
  await expect(field).toBeFocused();
  await page.keyboard.type('fla');
  await idle(page);
  await expect(page.locator('#postfix-completions option[value$="@flaky.example"]').first()).toBeAttached();
  await page.keyboard.type('ky.example');
  await idle(page);
  const found = page.getByRole('region', { name: 'Search' });
  const head = await found.getByRole('heading', { level: 1 }).innerText();
  const count = Number(/^(\d+) messages/.exec(head)?.[1]);
  expect(count).toBeGreaterThan(3);
  await expect(found.getByRole('rowheader')).toHaveCount(count);
  await expect(page.locator('.postfix-picture .postfix_found circle')).toHaveCount(count);
  const link = found.getByRole('link').first();
  const id = await link.innerText();
  await link.press('Enter');
  await idle(page);
  const sheet = page.getByRole('dialog', { name: 'Life of a message' });
  await expect(sheet).toContainText(id);
  await sheet.getByRole('button', { name: 'Next message' }).click();
  await idle(page);
  await expect(sheet).toContainText(await found.getByRole('link').nth(1).innerText());
  // Escape closes first the sheet, then the search.
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await field.fill('no-such@nowhere.invalid');
  await idle(page);
  await expect(found.getByRole('status')).toHaveText('No message matches.');
  await field.press('Escape');
  await expect(page.getByRole('heading', { name: '3 things made mail late' })).toBeVisible();
});

test('simulates a pasted qshape table: one destination recovers, or all is flushed', async ({ page }) => {
  const paste = async (): Promise<void> => {
    await open(page, '#postfix');
    await page.getByRole('button', { name: 'Paste text' }).press('Enter');
    await page.getByLabel(/Lines of a log/).fill(QSHAPE);
    await page.getByRole('button', { name: 'Read it' }).press('Enter');
    await idle(page);
    await page.getByRole('link', { name: 'Queue', exact: true }).press('Enter');
    await idle(page);
  };
  await paste();
  await expect(page.getByRole('heading', { name: '4 of 6 recipients wait for big.example.' })).toBeVisible();
  await expect(page.getByText('and all accept mail, because qshape has no reasons.')).toBeVisible();
  await expect(page.getByText('Flushed mail does not overtake new mail.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Destination' }).selectOption('small.example');
  await page.getByRole('button', { name: 'This destination recovers' }).press('Enter');
  // Two of six recipients match.
  await expect(
    page.getByText(
      /^The queue for small\.example is empty after [\d.]+\sm?s: all 2 recipients are delivered/,
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Watch it as a run' }).press('Enter');
  expect(await ended(page, 'small.example recovers, and its mail is flushed')).toHaveLength(2);

  await page.goBack();
  await idle(page);
  await page.getByRole('button', { name: 'Flush everything' }).press('Enter');
  await page.getByRole('link', { name: 'Watch it as a run' }).press('Enter');
  expect(await ended(page, 'The whole queue is flushed')).toHaveLength(6);
});

test('a postqueue -j file gives reasons without addresses, and is simulated', async ({ page }) => {
  const line = (id: string, minutes: number, to: string, reason: string): string =>
    JSON.stringify({
      queue_name: 'deferred',
      queue_id: id,
      arrival_time: Date.UTC(2026, 10, 23) / 1000 - minutes * 60,
      message_size: 900,
      forced_expire: false,
      sender: 'a@home.example',
      recipients: [{ address: to, delay_reason: reason }],
    });
  const refused = (to: string): string =>
    `host mx.down.example[192.0.2.1] said: 450 4.2.0 <${to}>: try again later (in reply to RCPT TO command)`;
  const text = [
    line('9DC89228181', 3, 'u1@down.example', refused('u1@down.example')),
    line('9DC89228182', 30, 'u2@down.example', refused('u2@down.example')),
    line('9DC89228183', 90, 'u3@other.example', 'connect to other.example[192.0.2.2]:25: Connection refused'),
  ].join('\n');
  await open(page, '#postfix');
  await drop(page, [{ name: 'postqueue.json', bytes: Buffer.from(`${text}\n`) }]);
  await page.getByRole('link', { name: 'Queue', exact: true }).press('Enter');
  await idle(page);
  await expect(
    page.getByRole('heading', { name: /^2 of 3 recipients wait for down\.example: / }),
  ).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('u1@down.example');
  await page.getByRole('button', { name: 'Flush everything' }).press('Enter');
  await expect(
    page.getByText(
      /0 delivered, 3 deferred again, none returned\. Deferred: 2 for down\.example \(“450 4\.2\.0/,
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Watch it as a run' }).press('Enter');
  await page.getByRole('button', { name: 'More detail' }).click();
  // Some servers keep failing, so the run does not end. Pause it.
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await idle(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The whole queue is flushed');
  await page.getByRole('button', { name: 'Back to the start' }).press('Enter');
  await idle(page);
  await press(page, 'n', 3);
  expect((await strip(page)).split(/[\s,]+/)).toHaveLength(3);
});

test('a destination lists each reason for which its recipients wait, with counts', async ({ page }) => {
  await openAfternoon(page, 'queue');
  // In the snapshot, 15 recipients wait for this destination. Five of them were deferred without an attempt.
  await expect(
    page.getByRole('heading', { name: /^15 of 25 recipients wait for flaky\.example: \d+ × connect: / }),
  ).toBeVisible();
  const row = page.getByRole('row', { name: /^flaky\.example/ });
  await expect(row.getByText(/^\d+ × delivery temporarily suspended/)).toBeVisible();
  await expect(row.getByText('1 × 421 4.7.0 mx.flaky.example')).toBeVisible();
});

test('new mail during a queue flush is shown as figures and as a run', async ({ page }) => {
  await openAfternoon(page, 'queue');
  await page.getByRole('button', { name: 'How long would new mail wait?' }).press('Enter');
  // The server keeps refusing, and the queue lifetime of the record is short. Returned mail must not count as delivered.
  await expect(
    page.getByText(
      /^While 18 messages are flushed, new mail for flaky\.example was not accepted, and was returned/,
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Open this run' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A flush while new mail arrives');
});

test('a card opens its evidence, frames its lane and selects its time', async ({ page }) => {
  await openAfternoon(page);
  const card = page.getByRole('listitem').filter({ hasText: 'flaky.example was down' });
  await expect(card).toContainText(/46\srecipients/);
  await card.getByRole('button', { name: /flaky\.example was down/ }).press('Enter');
  await idle(page);
  await expect(card).toContainText('flaky.example ([127.0.2.25]:2825) was dead 3 times');
  await expect(card).toContainText('would only have caused more failures');
  // The lines of the log, with their numbers.
  await expect(card.getByText(/^\d+ \d\d:\d\d:\d\d smtp: to=<\w+@flaky\.example>/).first()).toBeVisible();
  const lane = page.getByRole('button', { name: /^flaky\.example: .* attempts/ });
  await expect(lane).toHaveAttribute('data-framed', 'true');
  // A figure and its unit must not be separated by a line break.
  for (const text of await page.getByRole('region', { name: 'Findings' }).locator('p, li').allTextContents())
    expect(text).not.toMatch(/\d (%|s|min|h)(\W|$)/);
  await card.getByRole('button', { name: 'Select its time in the chart' }).press('Enter');
  await idle(page);
  await expect(lane).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: 'Deliveries per minute' })).toBeVisible();
});

test('findings follow the selected time and return to the whole record', async ({ page }) => {
  await compare(page);
  const sub = page.getByText(/^91 of 448 recipients were deferred/);
  await expect(sub).toBeVisible();
  await page.getByRole('slider', { name: /^Selected from/ }).focus();
  await press(page, 'PageUp', 3);
  await page.getByRole('button', { name: 'Findings of this time' }).press('Enter');
  await idle(page);
  await expect(sub).toBeHidden();
  await page.getByRole('button', { name: 'Whole record' }).press('Enter');
  await expect(sub).toBeVisible();
});

test('a class limits the answer, its cards and the chart to its mail', async ({ page }) => {
  await openAfternoon(page);
  const classes = page.getByRole('group', { name: 'Classes of mail' });
  await classes.getByRole('button', { name: /^cat@/ }).click();
  await idle(page);
  await expect(page.getByText(/of 154 recipients were deferred/)).toBeVisible();
  const grey = page.getByRole('listitem').filter({ hasText: 'grey.example greylists' });
  await expect(grey).toContainText(/9\srecipients/);
  await expect(page.getByRole('button', { name: /^dead\.example: .* attempts/ })).toHaveCount(0);
  await classes.getByRole('button', { name: /^All mail/ }).click();
  await expect(grey).toContainText(/39\srecipients/);
});

/** For each chart of the overview, words that it must contain. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'Chart of the record': ['Arrivals', 'flaky.example'],
  'The record over time': ['Arrivals', 'median', 'differs'],
  'Selection and rest': ['median', 'rest'],
  'What differs most': ['differs', 'flaky.example'],
};

test.describe('as pictures', () => {
  test.use({ viewport: { width: 1366, height: 2800 } });
  test('the export sheet offers each chart of the overview, saved as it is seen', async ({ page }) => {
    await compare(page);
    await page.getByRole('button', { name: /^flaky\.example: .* attempts/ }).press('Enter');
    await idle(page);
    for (const [name, expected] of Object.entries(WORDS)) {
      await page.mouse.move(700, 5);
      const before = await seen(page.getByRole('region', { name, exact: true }));
      await openSheet(page);
      const sheet = page.getByRole('dialog', { name: 'Export' });
      await sheet.getByRole('combobox', { name: 'Panel' }).selectOption({ label: name });
      const png = await saved(page, () => sheet.getByRole('button', { name: 'PNG' }).click());
      const svg = await saved(page, () => sheet.getByRole('button', { name: 'SVG' }).click());
      await page.keyboard.press('Escape');
      // Compare pixels only for charts of the record. Other charts begin between two pixels, so their pixels differ.
      if (name.includes('record')) {
        const { mean, off } = await difference(page, before, png.bytes);
        expect(mean, `${name}: mean difference`).toBeLessThan(4);
        expect(off, `${name}: share of pixels that differ`).toBeLessThan(0.02);
      }
      const drawn = svg.bytes.toString('utf8').replace(/base64,[^)]*/g, '');
      expect(drawn.startsWith('<svg')).toBe(true);
      const words = drawn.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
      for (const one of expected) expect(words).toContain(one);
      expect(/undefined|NaN|foreignObject/.exec(drawn)).toBeNull();
    }
  });
});
