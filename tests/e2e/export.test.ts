import type { Page } from '@playwright/test';
import { ALL } from '../fixtures/all.ts';
import { difference, openSheet, saved, seen } from './exporting.ts';
import { expect, idle, MORE_DETAIL, open, press, test } from './page.ts';

test.use(MORE_DETAIL);

async function lines(page: Page, label: RegExp): Promise<string[]> {
  const { bytes } = await saved(page, () => page.getByRole('button', { name: label }).click());
  return bytes.toString('utf8').trim().split('\n');
}

for (const colorScheme of ALL ? (['light', 'dark'] as const) : (['dark'] as const)) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('a saved picture matches the screen, fonts included', async ({ page }) => {
      await open(page, '#scene=whole-picture');
      for (const name of ['Jobs and preemption forest', 'Explain', 'The whole page']) {
        const panel =
          name === 'The whole page'
            ? page.locator('.app')
            : page.getByRole(name === 'Explain' ? 'complementary' : 'region', { name });
        await page.mouse.move(700, 5);
        const before = await seen(panel);
        await openSheet(page);
        await page.getByRole('combobox', { name: 'Panel' }).selectOption({ label: name });
        const png = await saved(page, () => page.getByRole('button', { name: 'PNG' }).click());
        const svg = await saved(page, () => page.getByRole('button', { name: 'SVG' }).click());
        await page.keyboard.press('Escape');
        const { mean, off } = await difference(page, before, png.bytes);
        expect(mean, `${name}: mean difference`).toBeLessThan(4);
        expect(off, `${name}: share of pixels that differ`).toBeLessThan(0.02);
        const text = svg.bytes.toString('utf8');
        expect(text).toContain('@font-face{font-family:"Inter"');
        expect(text).not.toContain('foreignObject');
        expect(text).not.toContain('undefined');
      }
    });
  });
}

test('saved data of a run agree with the page', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await press(page, 'n', 8);
  const clock = await page.locator('.timeline_clock').innerText();
  await openSheet(page);

  const records = (await lines(page, /as \.jsonl$/)).map((line) => JSON.parse(line));
  expect(records[0]).toMatchObject({ type: 'run', scenario: { version: 2, kind: 'mail' } });
  const events = records.filter(({ type }) => type === 'event');
  expect(events.map(({ n }) => n)).toEqual(events.map((_, i) => i + 1));
  const decisions = records.filter(({ type, n }) => type === 'decision' && n > 0);
  expect(decisions.map(({ n }) => n)).toEqual(decisions.map((_, i) => i + 1));
  const started = events.filter(({ event }) => event.kind === 'delivery.started');

  const csv = await lines(page, /as \.csv$/);
  expect(csv[0]?.trim()).toBe(
    'delivery,transport,agent,destination,message,recipients,started_s,ended_s,seconds,result',
  );
  expect(csv.length - 1).toBe(started.length);
  expect(csv[1]).toMatch(/^1,smtp,1,[a-z0-9.]+,\d+,\d+,[\d.]+,[\d.]+,[\d.]+,\w+\s*$/);

  const log = await lines(page, /as \.log$/);
  expect(log.length).toBe(events.length + 1);

  const trace = JSON.parse((await lines(page, /as \.trace\.json$/)).join('\n'));
  expect(trace.traceEvents.filter(({ cat }: { cat?: string }) => cat === 'delivery').length).toBe(
    started.length,
  );
  await page.keyboard.press('Escape');
  await expect(page.locator('.timeline_clock')).toHaveText(clock);
});

test('exports changed parameters as lines of main.cf', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page.getByRole('button', { name: /delivery_slot_discount 0/ }).click();
  const field = page.getByRole('textbox', { name: /delivery_slot_discount/ });
  await field.fill('25');
  await field.press('Enter');
  await idle(page);
  await page.locator('main').focus();
  await openSheet(page);
  await expect(page.locator('.export-params')).toContainText(/_delivery_slot_discount = 25/);
  const { name, bytes } = await saved(page, () => page.getByRole('button', { name: /as main\.cf$/ }).click());
  expect(name).toMatch(/\.main\.cf$/);
  for (const line of bytes.toString('utf8').trim().split('\n'))
    expect(line).toMatch(/^(#.*|[a-z_0-9]+ = .+|)$/);
});
