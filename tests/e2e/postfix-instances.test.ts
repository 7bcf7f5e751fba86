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

test('the findings show the instance chosen in the bar', async ({ page }) => {
  await open(page, '#postfix');
  await drop(page, [{ name: 'mail.log', bytes: Buffer.from(`${LOG}\n`) }]);
  await idle(page);
  const chooser = page.getByRole('combobox', { name: 'Machine and instance' });
  const findings = page.getByRole('region', { name: 'Findings' });
  await chooser.selectOption('mx2 postfix');
  await expect(findings.getByRole('link', { name: 'BBBB000001' })).toBeVisible();
  await expect(findings.getByRole('link', { name: 'AAAA000001' })).toHaveCount(0);
  await chooser.selectOption('mx1 postfix');
  await expect(findings.getByRole('link', { name: 'AAAA000001' })).toBeVisible();
  await expect(findings.getByRole('link', { name: 'BBBB000001' })).toHaveCount(0);
  // The page has only one chooser, even on the tab that lists the instances.
  await open(page, '#postfix&tab=files');
  await expect(page.getByRole('combobox', { name: /instance/i })).toHaveCount(1);
});
