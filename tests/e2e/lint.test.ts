import { readFileSync } from 'node:fs';
import { openAfternoon } from './afternoon.ts';
import { drop } from './drop.ts';
import { expect, idle, open, test } from './page.ts';

const DEBIAN = new URL('../fixtures/postfix-debian/', import.meta.url).pathname;

test.describe('the check of settings', () => {
  test('explains a pasted line, and opens a run with the reader’s own figures', async ({ page }) => {
    await open(page, '#lint');
    await page
      .getByLabel('Text of postconf -n and postconf -M')
      .fill(
        'slow_destination_rate_delay = 3s\nslow_destination_concurrency_limit = 2\nslow unix - - n - 3 smtp\nsmtp unix - - n - - smtp\nlocal unix - n n - - local\nqmgr unix n - n 300 1 qmgr\n',
      );
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const row = page.locator('.lint-row').first();
    await expect(row.getByRole('heading')).toHaveText('The limit of 2 is never used.');
    await expect(row.locator('code').first()).toHaveText('slow_destination_concurrency_limit = 2');
    await expect(page.locator('html[data-idle="true"]')).toBeAttached();
    await row.getByRole('button', { name: /See it happen/ }).click();
    await expect(page).toHaveURL(/#s=/);
    await expect(page.getByText('The limit of 2 is never used').first()).toBeVisible();
    await expect(page.getByText('destination_rate_delay').first()).toBeVisible();
  });

  test('says whether a limit is per domain or per recipient, even where nothing sets it', async ({
    page,
  }) => {
    await open(page, '#lint');
    const field = page.getByLabel('Text of postconf -n and postconf -M');
    const checked = async (text: string): Promise<void> => {
      await field.fill(text);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await idle(page);
    };
    const services = 'smtp unix - - n - - smtp\nslow unix - - n - 3 smtp\nqmgr unix n - n 300 1 qmgr\n';
    await checked(`relayhost = [gw.example]\n${services}`);
    const counts = page.getByText(/^destination_concurrency_limit and destination_rate_delay count/);
    await expect(
      page.getByRole('heading', { name: 'Is a limit per domain or per recipient?' }),
    ).toBeVisible();
    await expect(counts).toContainText('Per next hop: smtp, slow (relayhost = [gw.example]).');
    await page.getByRole('button', { name: 'Start over' }).click();
    await checked(`slow_destination_recipient_limit = 1\n${services}`);
    await expect(counts).toContainText('Per next hop: smtp. Per recipient: slow.');
    await counts.getByRole('link', { name: 'Glossary' }).press('Enter');
    await expect(page.locator('#term-destination-concurrency-limit')).toBeFocused();
    await page.getByRole('searchbox', { name: 'Find a term' }).pressSequentially('per recipient');
    await expect(page.locator('.glossary dt').first()).toContainText('destination concurrency limit');
  });

  test('shows foreign text as text, and refuses what is no configuration', async ({ page }) => {
    await open(page, '#lint');
    const field = page.getByLabel('Text of postconf -n and postconf -M');
    await field.fill(
      'relayhost = <img src=x onerror=alert(1)>\nsmtp_destination_concurency_limit = <b>2</b>\n',
    );
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.locator('.lint-row').first()).toContainText('<b>2</b>');
    await expect(page.locator('.lint-row img, .lint-row b')).toHaveCount(0);
    await page.getByRole('button', { name: 'Start over' }).click();
    await field.fill('Nothing of this is a setting of any mail system at all, says the reader');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
      'This text contains no Postfix setting.',
    );
  });

  test('a clean Debian without a log opens the check, without a finding above a hint', async ({ page }) => {
    await open(page, '#postfix');
    await drop(
      page,
      ['main.cf', 'master.cf'].map((name) => ({ name, bytes: readFileSync(DEBIAN + name) })),
    );
    await idle(page);
    await expect(page.getByRole('heading', { name: 'No problems found.' })).toBeVisible();
    await expect(page.locator('.lint-row').first()).toBeVisible();
    // Transports with equal settings share a column, so that the table fits into the panel.
    const settings = page.getByRole('region', { name: 'Settings by transport' });
    await expect(settings.getByRole('columnheader', { name: /^smtp error retry/ })).toBeVisible();
    await expect(settings.getByRole('columnheader', { name: 'local' })).toBeVisible();
    expect(await settings.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
    // oxlint-disable-next-line no-await-in-loop
    for (const row of await page.locator('.lint-row').all())
      await expect(row).toContainText('for your information');
  });

  test('uses the open record as evidence', async ({ page }) => {
    await openAfternoon(page, 'configuration');
    await expect(page.getByText('with the record as evidence')).toBeVisible();
    await expect(page.getByText(/^In the record: /).first()).toBeVisible();
    await page
      .getByRole('button', { name: /See it happen/ })
      .first()
      .click();
    await expect(page).toHaveURL(/#s=/);
  });
});
