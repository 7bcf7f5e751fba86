import type { Locator } from '@playwright/test';
import { answerCode, questionTag } from '../../src/learn/class/answer-code.ts';
import { completionCode } from '../../src/learn/lessons/completion.ts';
import { expect, idle, open, test } from './page.ts';

const PART = '=windows&stop=4';
const code = (phone: number, place: number, part = PART): string =>
  answerCode({ tag: questionTag(part), place, phone });

test('collects, draws and reveals sixty answers of a class, and keeps them on reload', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, `#class${PART}`);
  await page.getByRole('button', { name: 'Enter codes' }).click();
  const field = page.getByRole('textbox', { name: 'Codes of answers' });
  await expect(field).toBeEnabled();
  const codes = Array.from({ length: 60 }, (_, i) => code(i * 307, i % 3 === 0 ? 1 : 0));
  await field.fill([...codes, codes[0], code(9, 0, '=windows&stop=5'), 'K7M-4QX'].join(' '));
  await field.press('Enter');
  const said = page.locator('.classroom_desk-said');
  await expect(said).toContainText('60 answers added');
  for (const why of ['already entered', 'it answers another question', 'not a code: codes have 7 characters'])
    await expect(said).toContainText(why);
  await expect(page.locator('.classroom_wall-where')).toContainText('60 answers');
  await page.getByRole('button', { name: 'Show the answers' }).click();
  const bars = page.locator('.classroom_bars > li');
  const counts = ['40', '20', ...Array((await bars.count()) - 2).fill('0')];
  for (const [i, count] of counts.entries())
    await expect(bars.nth(i).getByRole('textbox')).toHaveValue(count);
  await expect(page.locator('[data-right]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Reveal' }).click();
  await expect(page.locator('.classroom_bars > [data-right]')).toHaveCount(1);
  for (const bar of await bars.all()) await expect(bar.locator('.classroom_bar-why')).not.toBeEmpty();
  await page.reload();
  await idle(page);
  await expect(page.locator('.classroom_wall-where')).toContainText('60 answers');
  await page.getByRole('button', { name: 'Enter codes' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('.classroom_wall-where')).toContainText('0 answers');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.classroom_wall-where')).toContainText('60 answers');
});

test('a teacher counts hands, and a pointer over an answer marks nothing', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, '#class=best-candidate&stop=2');
  await expect(page.getByText('Phones cannot open this page')).toBeVisible();
  await page.getByRole('button', { name: 'Show the answers' }).click();
  await page.getByRole('textbox', { name: 'Answers A' }).fill('12');
  await page.getByRole('textbox', { name: 'Answers B' }).fill('30');
  await page.getByRole('button', { name: 'One more B' }).click();
  await page.getByRole('textbox', { name: 'Answers C' }).fill('8');
  await expect(page.locator('.classroom_wall-where')).toContainText('51 answers');
  const bar = (await page.locator('.classroom_bar-track').nth(1).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(bar.x + 40, bar.y + 30);
  await idle(page);
  await expect(page.locator('[data-hit], [data-hover]')).toHaveCount(0);
  await page.reload();
  await idle(page);
  await expect(page.locator('.classroom_wall-where')).toContainText('51 answers');
});

test('a phone’s code counts for its chosen answer, and a new answer replaces the old', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 915 });
  await open(page, `#answer${PART}`);
  const shown = page.locator('.classroom_coded-code');
  const answers: string[] = [];
  for (const place of [0, 1]) {
    await page.locator('.lesson_answer').nth(place).click();
    answers.push((await shown.textContent()) ?? '');
    await expect(page.locator('.lesson_answer-why')).toHaveCount(0);
    await page.getByRole('button', { name: 'Change my answer' }).click();
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, `#class${PART}`);
  await page.getByRole('button', { name: 'Enter codes' }).click();
  const field = page.getByRole('textbox', { name: 'Codes of answers' });
  for (const answer of answers) {
    await field.fill(answer);
    await field.press('Enter');
  }
  await expect(page.locator('.classroom_desk-said')).toContainText('replaced an earlier answer');
  await expect(page.locator('.classroom_wall-where')).toContainText('1 answer');
  await expect(page.locator('[data-codes] s')).toHaveText([answers[0] ?? '']);
});

test('homework entered in two tabs is in both, and typing continues in its line', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  const fields = [page, other].map((tab) => tab.getByRole('textbox', { name: 'Result codes with names' }));
  await Promise.all([page, other].map((tab) => tab.goto('/#class')));
  const [one, two] = fields as [Locator, Locator];
  const check = async (...lines: string[]): Promise<void> => {
    for (const field of fields) await expect(field).toHaveValue(lines.join('\n'));
  };
  await one.fill('Ann: blockers');
  await check('Ann: blockers');
  await two.fill('Bob: windows\nAnn: blockers');
  await check('Bob: windows', 'Ann: blockers');
  await one.pressSequentially('-2of3');
  await check('Bob: windows', 'Ann: blockers-2of3');
  await other.close();
});

test('reads homework of 80,000 equals signs', async ({ page }) => {
  await page.goto('/#class');
  const field = page.getByRole('textbox', { name: 'Result codes with names' });
  await field.fill('='.repeat(80_000));
  await expect(page.getByRole('region', { name: 'Check result codes' }).getByRole('status')).toContainText(
    '1',
  );
  await field.fill('');
  await expect(page.locator('.classroom_results-table')).toHaveCount(0);
});

test('lists result codes with their names, and says why a code is bad', async ({ page }) => {
  const ann = completionCode({ lesson: 'windows', right: 2, questions: 3, seconds: 90 });
  await page.goto('/#class');
  await page
    .getByRole('textbox', { name: 'Result codes with names' })
    .fill(`Ann: ${ann}\nBob: ${ann.replace('2of3', '3of3')}`);
  await expect(page.getByText('1 valid, 1 is not.')).toBeVisible();
  const rows = page.locator('.classroom_results-table tbody tr');
  await expect(rows.nth(0)).toContainText('2 of 3');
  await expect(rows.nth(1)).toContainText('the check does not match');
});
