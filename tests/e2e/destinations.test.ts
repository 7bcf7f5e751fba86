import { spawnSync } from 'node:child_process';
import type { StateFigures } from '../../src/cli/run-state.ts';
import { accessibilityFindings, expect, idle, MORE_DETAIL, open, press, test } from './page.ts';

test.use(MORE_DETAIL);

/** Returns the state at instant `until`, from `npm run sim -- gallery:ID --until UNTIL --json`. */
function figures(id: string, until: string): StateFigures {
  const args = ['src/cli/tsx.mjs', 'src/cli/run.ts', `gallery:${id}`, '--until', until, '--json'];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return (JSON.parse(stdout) as { state: StateFigures }).state;
}

const whole = (text: string): number => Number(text.replace(/\D/g, ''));

test('the panels show the same figures as npm run sim --json', async ({ page }) => {
  const wanted = figures('extra-slots', '5.5s');
  await open(page, '#scene=extra-slots');
  const counts = await page.locator('[data-queue] dd').allInnerTexts();
  expect(counts.map((text) => whole(text.replace(/of.*/s, '')))).toEqual([
    wanted.mail.incoming,
    wanted.mail.active,
    wanted.mail.deferred,
    wanted.mail.hold,
  ]);
  const memory = page.getByRole('region', { name: /^Recipients in core/ });
  await expect(memory.getByRole('heading').first()).toHaveText(
    `Recipients in core ${wanted.recipientsInCore}`,
  );
  const lent = -(wanted.memory.pools[0]?.unused ?? 0);
  await expect(memory.getByText(`${lent} / 16`)).toBeVisible();
  await expect(memory).toContainText(`Still unread in queue files: ${wanted.memory.unread}.`);
  for (const message of wanted.memory.messages) {
    await expect(
      memory.getByRole('listitem').filter({ hasText: `${message.recipientCount} in core` }),
    ).toBeVisible();
  }
  const ages = page.getByRole('region', { name: 'ages by destination' }).locator('tbody tr');
  for (const [i, row] of [{ destination: 'all', ...wanted.ages.total }, ...wanted.ages.rows].entries()) {
    const cells = await ages.nth(i).locator('th, td').allInnerTexts();
    expect(cells).toEqual([row.destination, String(row.total), ...row.buckets.map(String)]);
  }

  const rates = figures('rate-delay', '5.6s');
  await open(page, '#scene=rate-delay');
  for (const { name, todo, transport } of rates.destinations) {
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(transport);
    if (todo > 0) await expect(row).toContainText(`+${todo}`);
  }
});

test('the chart works by keyboard, and feedback can change from the selected event on', async ({ page }) => {
  await open(page, '#scene=three-feedbacks');
  const chart = page.getByRole('listbox', { name: /Feedback events/ });
  await chart.focus();
  await press(page, 'Home');
  await press(page, 'ArrowRight');
  await expect(page.getByRole('heading', { name: /^Event 2/ })).toBeVisible();
  await press(page, 'Shift+ArrowRight');
  await expect(page.getByRole('heading', { name: /^Event 3/ })).toBeVisible();
  await expect(page.locator('.destination_chart-line.destination_other')).not.toHaveCount(0);
  await press(page, 'd');
  await expect(page.locator('.destination_chart .destination_chart-line.destination_other')).toHaveCount(0);
  await press(page, 'd');
  await expect(page.locator('.destination_chart .destination_chart-line.destination_other')).toHaveCount(1);
  const failed = page.locator('.dock-area dd').filter({ hasText: '%' });
  const before = await failed.innerText();
  expect(before).toContain('50.0 %');
  const positive = page.getByRole('group', { name: /positive feedback function/ });
  await positive.getByRole('button', { name: 'x/N' }).click();
  await expect(page.getByText('Each try re-runs from 2.')).toBeVisible();
  await idle(page);
  await expect(failed).not.toHaveText(before);
  await expect(page.locator('.time-area')).toContainText('smtp_destination_concurrency_positive_feedback');
});

test('holds, releases and immediately tries a file; inspects its message in place', async ({ page }) => {
  await open(page, '#scene=outage-natural');
  await page.getByRole('button', { name: 'Hold message 1', exact: true }).click();
  await idle(page);
  await expect(page.locator('[data-queue=hold] dd')).toHaveText('1');
  await page.getByRole('group', { name: 'mail queue' }).getByRole('button', { name: 'on hold' }).click();
  await page.getByRole('button', { name: 'Release message 1', exact: true }).click();
  await idle(page);
  await expect(page.locator('[data-queue=hold] dd')).toHaveText('0');
  await page.getByRole('group', { name: 'mail queue' }).getByRole('button', { name: 'deferred' }).click();
  await page.getByRole('button', { name: 'select message 2', exact: true }).click();
  const inspector = page.getByRole('region', { name: /^Message 2/ });
  await expect(inspector).toContainText('What it waits for');
  await expect(inspector.getByRole('row', { name: /^back\.example/ })).toBeVisible();
  await inspector.getByRole('button', { name: 'Try now message 2', exact: true }).click();
  await idle(page);
  await expect(inspector).not.toContainText('deferred until');
  expect(await accessibilityFindings(page, ['target-size'])).toEqual([]);
});

test('draws only the visible ones of thousands of destinations; search finds any', async ({ page }) => {
  await open(page, '#scene=fifo');
  const to = Array.from({ length: 1000 }, (_, i) => i);
  const script = [0, 1, 2].map((m) => ({
    at: 0,
    command: {
      kind: 'message.inject',
      to: to.map((i) => ({ destination: `d${m * 1000 + i}.example`, count: 1 })),
    },
  }));
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'scenario.json', { type: 'application/json' }));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    JSON.stringify({ version: 1, title: 'Many', agents: { smtp: 0 }, script }),
  );
  await expect(page).toHaveTitle(/Many/);
  await press(page, 'e', 8);
  await press(page, 'Shift+Digit1');
  const list = page.getByRole('table', { name: 'destinations' });
  await expect(page.getByRole('status').filter({ hasText: 'destinations' })).toContainText(
    /3.000 destinations/,
  );
  expect(await list.getByRole('row').count()).toBeLessThan(60);
  await page.getByRole('searchbox', { name: 'search destinations' }).fill('d2999');
  await idle(page);
  await expect(list.getByRole('row')).toHaveCount(2);
  await list.getByRole('button', { name: 'd2999.example' }).click();
  await idle(page);
  await expect(page.getByLabel('destination', { exact: true })).toHaveValue('smtp d2999.example');
});

test('asks why about a destination from its name, on the stage and in the list', async ({ page }) => {
  await open(page, '#scene=whole-picture');
  const why = page.locator('#why-not');
  const ask = async (name: string): Promise<void> => {
    await expect(page.getByRole('menu')).toHaveAccessibleName(`Destination ${name}`);
    await page.getByRole('menuitem', { name: 'Why is it as it is?' }).click();
    await idle(page);
    await expect(why).toBeFocused();
    await expect(why).toHaveValue(`destination:smtp:${name}`);
    await expect(page.locator('div:has(> label > #why-not) .side-note').first()).toContainText(/\w\.$/);
  };
  const names = page.locator('.dest-name[data-why^="destination:"]');
  const first = await names.first().innerText();
  await names.first().click({ button: 'right' });
  await ask(first);

  await page.getByRole('button', { name: /all of them/ }).click();
  await idle(page);
  const row = page.locator('.destinations_list-row .dest-name').nth(1);
  const second = await row.innerText();
  expect(second).not.toBe(first);
  await row.focus();
  await page.keyboard.press('ContextMenu');
  await ask(second);

  const tab = page.getByRole('tab', { name: /^smtp,/ });
  await tab.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Why is it as it is?' }).click();
  await expect(why).toHaveValue('transport:smtp');
});
