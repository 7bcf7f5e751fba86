import type { Page } from '@playwright/test';
import { expect, idle, open, test } from './page.ts';

async function openList(page: Page, hash: string): Promise<void> {
  await page.goto(`/${hash}`);
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible();
}

async function ready(page: Page): Promise<void> {
  await expect(page.locator('.lesson_answer').first()).toBeVisible();
  await idle(page);
}

test('a lesson asks, explains a wrong answer, reveals the right one, keeps progress', async ({ page }) => {
  await openList(page, '#lessons');
  await page.locator('.lesson-card', { hasText: 'What is a job?' }).click();
  await idle(page);
  await expect(page.getByRole('heading', { name: 'A message becomes a job' })).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Recipients become entries' })).toBeVisible();
  await page.keyboard.press('PageDown');
  await ready(page);
  await expect(page).toHaveURL(/#lesson=what-is-a-job&stop=3$/);
  // For a wrong number, the page says why it is wrong and does not reveal the right one.
  await page.locator('.lesson_answer', { hasText: /^3/ }).click();
  await expect(page.locator('.lesson_answer-why')).toContainText('Not quite.');
  await expect(page.locator('.lesson_answer[data-state="right"]')).toHaveCount(0);
  await page.locator('.lesson_answer', { hasText: /^1/ }).click();
  await expect(page.locator('.lesson_answer-why')).toContainText('Correct on the second try.');
  await idle(page);
  await page.getByRole('link', { name: 'Learn' }).click();
  await expect(page.getByText('you are at stop 3')).toBeVisible();
  await page.getByRole('button', { name: 'Forget my progress' }).click();
  await expect(page.getByText('you are at stop 3')).toHaveCount(0);
});

test('a stop opens as a run with its own link, and Back returns to the lesson', async ({ page }) => {
  await open(page, '#lesson=best-candidate&stop=4');
  await ready(page);
  await page.getByRole('button', { name: 'Change it' }).click();
  await expect(page.locator('.app')).toHaveAttribute('data-page', 'run');
  await idle(page);
  await expect(page.getByRole('treeitem')).toHaveCount(4);
  await expect(page).toHaveURL(/#s=/);
  await page.goBack();
  await ready(page);
  await expect(page.getByRole('heading', { name: 'The youngest of all' })).toBeVisible();
});

test('practice asks endlessly by topic and level, and the address names the question', async ({ page }) => {
  await open(page, '#practice&topic=timers&level=2&seed=5');
  await ready(page);
  const first = await page.locator('.lesson_question h2').innerText();
  await page.getByRole('button', { name: 'Show me' }).click();
  await idle(page);
  await expect(page.locator('.lesson_answer[data-state="right"]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Next question' }).click();
  await ready(page);
  await expect(page).toHaveURL(/seed=6$/);
  await open(page, '#practice&topic=timers&level=2&seed=5');
  await expect(page.locator('.lesson_question h2')).toHaveText(first);
});

test('shows a stop’s lines of the rule after the answer, all on request, by keyboard', async ({ page }) => {
  await open(page, '#lesson=earning&stop=2');
  await ready(page);
  const rule = page.getByRole('region', { name: 'The rule, line by line' });
  await expect(rule).toHaveCount(0);
  await page.getByRole('button', { name: 'Show me' }).click();
  await idle(page);
  await expect(rule.getByRole('listitem')).toHaveCount(3);
  await expect(rule).toContainText('price = need × (1 − discount)');
  const last = rule.locator('[aria-current="step"]');
  await expect(last).toContainText('if have ≥ price');
  await rule.getByRole('button', { name: 'Line ↑' }).click();
  await page.keyboard.press('ArrowUp');
  await expect(last).toContainText('have = ⌊units ÷ cost⌋');
  await rule.getByRole('button', { name: 'All 18 lines' }).click();
  await expect(rule.getByRole('listitem')).toHaveCount(18);
});

test('author annotations stay attached to the picture, and appear one by one in class', async ({ page }) => {
  await open(page, '#lesson=earning&stop=2');
  await ready(page);
  const ring = page.locator('.lesson_annotations rect').first();
  const job = page.getByRole('treeitem').first();
  const apart = async (): Promise<number> => {
    const [outer, inner] = [await job.boundingBox(), await ring.boundingBox()];
    if (outer === null || inner === null) return -1;
    return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width ? 0 : 1;
  };
  await expect.poll(apart).toBe(0);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(apart).toBe(0);
  await expect(page.getByRole('list', { name: 'Marks on the picture' })).toHaveText(
    /coins 1: on hand.*entries 2/,
  );
  await open(page, '#present=earning&stop=2');
  await ready(page);
  await expect(page.locator('.lesson_annotations text')).toHaveCount(0);
  await page.keyboard.press('PageDown');
  await expect(page.locator('.lesson_annotations')).toContainText('on hand');
  await expect(page.locator('.lesson_annotations')).not.toContainText('price: 4');
  await page.keyboard.press('PageDown');
  await expect(page.locator('.lesson_annotations')).toContainText('price: 4');
  await expect(page.locator('.lesson_answer[data-state="right"]')).toHaveCount(0);
  await page.keyboard.press('PageDown');
  await expect(page.locator('.lesson_answer[data-state="right"]')).toHaveCount(1);
});

const ASKED = `# Asked
id: asked
about: Questions of a teacher.

## A number
scene: fifo
at: 1 s

Look.

number: How many percent?
right: 66.7 ± 0.5 % | 16 of 24.
wrong: 33.3 | That is what is left.

## Words
at: 1 s

Look again.

write: Why?
model: Because <b>it</b> costs.

## A choice
at: 1 s

Look once more.

choose: Which?
right: this <img src=x> | So it is.
wrong: that | You went by **size**.
`;

test('author questions take a number, words or a choice, and explain wrong answers', async ({ page }) => {
  await openList(page, '#lessons');
  await page
    .getByLabel('lesson file')
    .setInputFiles({ name: 'asked.lesson', mimeType: 'text/plain', buffer: Buffer.from(ASKED) });
  const field = page.getByRole('textbox', { name: 'Your answer' });
  await field.fill('33,3');
  await field.press('Enter');
  const why = page.locator('.lesson_answer-why');
  await expect(why).toHaveText('Not quite. That is what is left. Try again.');
  await field.fill('66.5');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(why).toHaveText('Correct on the second try. 16 of 24.');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await field.fill('Because it costs.');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Because <b>it</b> costs.')).toBeVisible();
  await page.getByRole('button', { name: 'Mine says the same' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await ready(page);
  await page.locator('.lesson_answer', { hasText: 'that' }).click();
  await expect(why).toHaveText('Not quite. You went by size. Try again.');
  await page.locator('.lesson_answer', { hasText: 'this <img src=x>' }).click();
  await expect(page.getByText('1 of 3 right on the first try')).toBeVisible();
});

const OWN = `# Mine
id: mine
about: A lesson of a teacher.

\`\`\`scene s
{ "script": [{ "at": 0, "command": { "kind": "message.inject", "to": [{ "destination": "a.example", "count": 200 }] } }] }
\`\`\`

## <img src=x onerror=alert(1)>
at: 50 ms

Job [1] and <b>no markup</b>.
`;

test('a lesson file opens, its text stays text, and an error names its line', async ({ page }) => {
  await openList(page, '#lessons');
  const file = (text: string) => ({ name: 'mine.lesson', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByLabel('lesson file').setInputFiles(file(OWN.replace('at: 50 ms', 'at: noon')));
  await expect(page.getByRole('alert')).toContainText('Line 10, at: noon is not accepted');
  await page.getByLabel('lesson file').setInputFiles(file(OWN));
  await expect(page.getByRole('heading', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
  await expect(page.locator('.lesson-text')).toContainText('<b>no markup</b>');
  await expect(page).toHaveURL(/#lesson&t=/);
});

test('reports to the embedding page, and the code says what was achieved', async ({ page }) => {
  await openList(page, '#lessons');
  const report = await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }: MessageEvent) => {
          if (data?.type === 'qmgrscope.lesson' && data.done === true) resolve(data);
        });
        const frame = document.createElement('iframe');
        frame.src = '/index.html#lesson=groups&stop=7';
        document.body.append(frame);
      }),
  );
  expect(report).toMatchObject({ lesson: 'groups', stop: 7, questions: 4 });
});

test('answers survive a reload, and the end leads on where its summary has no room', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openList(page, '#lesson=groups&stop=7');
  await ready(page);
  await page.locator('.lesson-ways').getByRole('button', { name: 'Show me' }).click();
  const on = page.locator('.lesson-ways').getByRole('link', { name: 'Next lesson' });
  await expect(on).toBeInViewport();
  await page.reload();
  await idle(page);
  await expect(on).toBeInViewport();
  await expect(page.getByRole('region', { name: 'End of the lesson' })).toContainText('3 not answered yet');
  await on.click();
  await expect(page).toHaveURL(/#lesson=who-wakes/);
});

test('a link to a lesson’s end counts no unasked question, and leads to the questions', async ({ page }) => {
  await openList(page, '#lesson=pools&stop=7');
  const end = page.getByRole('region', { name: 'End of the lesson' });
  await expect(end).toContainText('None of its 3 questions is answered yet.');
  await expect(end.getByRole('button', { name: /code/i })).toHaveCount(0);
  await end.getByRole('button', { name: 'Answer the first of them' }).click();
  await expect(page.locator('.lesson_question')).toBeVisible();
});

test('a clicker and the notes in a second window turn the presentation', async ({ page, context }) => {
  await open(page, '#present=best-candidate');
  await expect(page.getByRole('heading', { name: 'Who could get ahead' })).toBeVisible();
  const notes = await context.newPage();
  await notes.goto('/#notes=best-candidate');
  await expect(notes.getByRole('heading', { name: 'Who could get ahead' })).toBeVisible();
  await page.keyboard.press('PageDown');
  await ready(page);
  await expect(notes.getByText('Which job hands over the next entry?')).toBeVisible();
  await notes.getByRole('button', { name: 'Next' }).click();
  await expect(page.locator('.lesson_answer[data-state="right"]')).toHaveCount(1);
  await expect(notes.getByText('The class has seen it.')).toBeVisible();
  await page.keyboard.press('.');
  await expect(page.locator('.presenter_present')).toHaveAttribute('data-blank', 'true');
});

test('a lesson prints with a picture for each stop and the answers separately', async ({ page }) => {
  await open(page, '#print=groups');
  // When the page is idle, the sheets are complete.
  expect(await page.getByText('Ready to print on A4.').isVisible()).toBe(true);
  await expect(page.locator('.presenter_sheet-stop')).toHaveCount(7);
  await expect(page.locator('.presenter_sheet-answers li')).toHaveCount(4);
});

test('keeps a run on this machine only when asked, and deletes it', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Name in my library').fill('Mine');
  await page.getByRole('button', { name: 'Keep on this machine' }).click();
  await expect(page.getByText('Kept.')).toBeVisible();
  await page.getByRole('link', { name: 'My library' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Really delete' }).click();
  await expect(page.getByText('No runs yet.')).toBeVisible();
});

test('the address updates without filling the history', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  const before = await page.evaluate(() => history.length);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/#scene=ten-two-two&e=\d+$/);
  const first = page.url();
  await page.keyboard.press('n');
  await expect(page).not.toHaveURL(first);
  expect(await page.evaluate(() => history.length)).toBe(before);
  await idle(page);
  const clock = await page.locator('.timeline_clock').innerText();
  await page.reload();
  await idle(page);
  await expect(page.locator('.timeline_clock')).toHaveText(clock);
});

test('a link says when its run took another course where it was made', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await page.keyboard.press('n');
  await idle(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('textbox', { name: 'link' });
  await expect(field).toHaveValue(/&h=[0-9a-f]{6}&c=/);
  const body = (await field.inputValue()).replace(/^.*#/, '').replace(/&h=[0-9a-f]{6}&c=.*$/, '&h=000000');
  let hash = 0x811c9dc5;
  for (let i = 0; i < body.length; i += 1) hash = Math.imul(hash ^ body.charCodeAt(i), 0x01000193);
  await page.goto(`/#${body}&c=${(hash >>> 0).toString(36).padStart(7, '0')}`);
  await expect(page.getByText('decides differently from the one that made this link')).toBeVisible();
});

test('a dropped lesson with an error says so, and the page keeps its width', async ({ page }) => {
  await open(page, '#lessons');
  const width = async (): Promise<number> => (await page.locator('main').boundingBox())?.width ?? 0;
  const before = await width();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['# A lesson\n\n## Stop\nat: never\n'], 'wrong.lesson', { type: 'text/plain' }));
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await width()).toBe(before);
});

test('a slow-motion preemption shows numbered parts, pauses, and obeys reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '#lesson=what-is-a-job&stop=6');
  await ready(page);
  const motion = page.getByRole('region', { name: 'In slow motion' });
  await expect(motion).toHaveCount(0);
  await page.getByRole('button', { name: 'Show me' }).click();
  const current = motion.locator('[aria-current] > span');
  await expect(current).toHaveText('2 needs 3 delivery slots, one for each of its entries.');
  // The slow motion plays to its end automatically, and each mark has the number of its part.
  await expect(current).toHaveText('2 is in front of 1 and hands over its first entry.', {
    timeout: 20_000,
  });
  await expect(page.locator('.lesson_annotation-number')).toHaveText('4');
  await motion.getByRole('button', { name: 'Play it slowly' }).click();
  await motion.getByRole('button', { name: 'Pause' }).click();
  await expect(current).toContainText('needs 3 delivery slots');
  await motion.getByRole('button', { name: 'Next part' }).click();
  await expect(current).toHaveText('1 has 3 on hand.');
  await expect(page.locator('.lesson_annotation-number')).toHaveText('2');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await open(page, '#lesson=cascade&stop=5');
  await ready(page);
  await page.getByRole('button', { name: 'Show me' }).click();
  await idle(page);
  await expect(current).toContainText('opens.');
  await expect(motion.getByRole('button', { name: 'Play it slowly' })).toBeVisible();
});
