import type { Page } from '@playwright/test';
import { drop } from './drop.ts';
import { expect, idle, open, test } from './page.ts';

const delivered = (host: string, id: string, minute: string): string[] => {
  const line = (second: number, text: string): string =>
    `2026-11-21T10:${minute}:0${second}.000000+00:00 ${host} postfix/${text}`;
  return [
    line(0, `cleanup[11]: ${id}: message-id=<${id}@${host}.example>`),
    line(1, `qmgr[12]: ${id}: from=<list@${host}.example>, size=500, nrcpt=1 (queue active)`),
    line(
      2,
      `smtp[13]: ${id}: to=<b@far.example>, relay=mx.far.example[192.0.2.1]:25, delay=2, delays=0.5/0.5/0.5/0.5, dsn=2.0.0, status=sent (250 ok)`,
    ),
    line(3, `qmgr[12]: ${id}: removed`),
  ];
};

const LOG = [
  ...delivered('mx1', 'AAAA000001', '00'),
  ...delivered('mx1', 'AAAA000002', '01'),
  ...delivered('mx2', 'BBBB000001', '02'),
].join('\n');

const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Your Postfix' }).getByRole('link', { name }).click();

test('Overview and Message show the instance chosen in the tab bar', async ({ page }) => {
  await open(page, '#postfix');
  await drop(page, [{ name: 'mail.log', bytes: Buffer.from(`${LOG}\n`) }]);
  await idle(page);
  const chooser = page.getByRole('combobox', { name: 'Machine and instance' });
  await chooser.selectOption('mx2 postfix');
  await openTab(page, 'Message');
  const found = page.getByRole('region', { name: 'Search' });
  await expect(found.getByRole('link', { name: 'BBBB000001' })).toBeVisible();
  await expect(found.getByRole('link', { name: 'AAAA000001' })).toHaveCount(0);
  await openTab(page, 'Overview');
  const selected = page.getByRole('region', { name: 'Messages of the selection' });
  await expect(selected.getByRole('link', { name: 'BBBB000001' })).toBeVisible();
  await chooser.selectOption('mx1 postfix');
  await expect(selected.getByRole('link', { name: 'AAAA000001' })).toBeVisible();
  await expect(selected.getByRole('link', { name: 'BBBB000001' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: /instance/i })).toHaveCount(1);
});
