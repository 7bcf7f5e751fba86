import type { Browser, FrameLocator, Page } from '@playwright/test';
import { ALL } from '../fixtures/all.ts';
import { type Platform, startPlatform } from '../fixtures/lms.ts';
import { saved } from './exporting.ts';
import { expect, open, test } from './page.ts';

const VERB = 'http://adlnet.gov/expapi/verbs/';

/** Makes a package on the lesson's page. `kind` "" = with one click, otherwise a second click chooses the kind. */
async function packageOf(page: Page, kind: string): Promise<{ name: string; bytes: Buffer }> {
  await open(page, '#lesson=what-is-a-job');
  return saved(page, async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    if (kind === '') return page.getByRole('button', { name: 'SCORM', exact: true }).click();
    await page.getByRole('button', { name: 'Packages for learning platforms' }).click();
    return page.getByRole('button', { name: kind }).click();
  });
}

async function lessonIn(around: Page | FrameLocator): Promise<FrameLocator> {
  const lesson = around.frameLocator('#lesson');
  await expect(lesson.locator('html[data-idle="true"]')).toBeAttached();
  await expect(lesson.locator('.lesson-words h1')).toBeVisible();
  return lesson;
}

/** Opens the learner's page as on another computer: without data stored in the browser. */
async function elsewhere(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

async function onTo(lesson: FrameLocator, title: string): Promise<void> {
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(lesson.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(lesson.locator('html[data-idle="true"]')).toBeAttached();
}

const FIRST_QUESTION = 'What a job earns';
const SECOND_QUESTION = 'A second message';

async function toFirstQuestion(lesson: FrameLocator): Promise<void> {
  await onTo(lesson, 'Recipients become entries');
  await onTo(lesson, FIRST_QUESTION);
}

async function choose(lesson: FrameLocator, start: RegExp, said: string): Promise<void> {
  await lesson.locator('.lesson_answer', { hasText: start }).click();
  await expect(lesson.locator('.lesson_answer-why')).toContainText(said);
  await expect(lesson.locator('html[data-idle="true"]')).toBeAttached();
}

async function toTheEnd(lesson: FrameLocator): Promise<void> {
  for (const title of ['Earned is not yet paid', 'A third delivery slot']) {
    await onTo(lesson, title);
    await lesson.getByRole('button', { name: 'Show me' }).click();
  }
  await onTo(lesson, 'What you can say now');
}

type Scorm = '1.2' | '2004';

/** Returns what the platform has stored about the attempt, without times. */
function record(platform: Platform, standard: Scorm): Record<string, unknown> {
  const cmi = platform.kept() as Record<string, Record<string, unknown>>;
  const core = standard === '1.2' ? (cmi['core'] ?? {}) : cmi;
  return {
    place: core[standard === '1.2' ? 'lesson_location' : 'location'],
    status: core[standard === '1.2' ? 'lesson_status' : 'completion_status'],
    success: core['success_status'],
    score: Number((core['score'] as { raw?: string } | undefined)?.raw),
    answers: (platform.kept()['suspend_data'] as string).replace(/t\d+| .*/g, ''),
  };
}

async function learn(browser: Browser, platform: Platform, standard: Scorm): Promise<void> {
  const kept = (): Record<string, unknown> => record(platform, standard);
  const first = await elsewhere(browser, platform.address(standard));
  const lesson = await lessonIn(first.frameLocator('iframe'));
  await toFirstQuestion(lesson);
  await choose(lesson, /^3/, 'Not quite.');
  // The platform must have the answer immediately, not only when the lesson is left.
  await expect.poll(kept).toMatchObject({ place: '3', status: 'incomplete', score: 0 });
  await choose(lesson, /^1/, 'Correct on the second try.');
  await onTo(lesson, SECOND_QUESTION);
  await choose(lesson, /^1/, 'Right.');
  await expect.poll(kept).toMatchObject({ place: '4', score: 25 });
  expect(kept()['answers']).toMatch(/^s4\.\.3[a-d]{2}y\.4[a-d]y$/);
  await first.context().close();

  const second = await elsewhere(browser, platform.address(standard));
  const again = await lessonIn(second.frameLocator('iframe'));
  await expect(again.getByRole('heading', { level: 1, name: SECOND_QUESTION })).toBeVisible();
  await expect(again.locator('.lesson_answer[data-state="right"]')).toHaveCount(1);
  await toTheEnd(again);
  await expect(again.getByText('1 of 4 right on the first try')).toBeVisible();
  await expect
    .poll(kept)
    .toMatchObject(
      standard === '1.2'
        ? { place: '7', status: 'failed', score: 25 }
        : { place: '7', status: 'completed', success: 'failed', score: 25 },
    );
  await second.context().close();
}

for (const [standard, kind] of [['1.2', ''], ...(ALL ? ([['2004', 'SCORM 2004']] as const) : [])] as const) {
  test(`a SCORM ${standard} package keeps answers, place and score across computers`, async ({
    page,
    browser,
  }) => {
    const { name, bytes } = await packageOf(page, kind);
    expect(name).toBe(`qmgrscope-what-is-a-job-scorm-${standard}.zip`);
    const platform = await startPlatform(bytes);
    try {
      await learn(browser, platform, standard);
    } finally {
      await platform.close();
    }
  });
}

test('a cmi5 package reports answers, completion and success, and resumes elsewhere', {
  tag: '@all',
}, async ({ page, browser }) => {
  const { name, bytes } = await packageOf(page, 'cmi5');
  expect(name).toBe('qmgrscope-what-is-a-job-cmi5.zip');
  const platform = await startPlatform(bytes);
  const verbs = (): string[] => platform.statements.map(({ verb }) => verb.id.slice(VERB.length));
  try {
    const first = await elsewhere(browser, platform.address('cmi5'));
    const lesson = await lessonIn(first);
    await toFirstQuestion(lesson);
    await choose(lesson, /^1/, 'Right.');
    await onTo(lesson, SECOND_QUESTION);
    await choose(lesson, /^1/, 'Right.');
    await expect.poll(verbs).toEqual(['initialized', 'answered', 'answered']);
    expect(platform.statements[1]).toMatchObject({ result: { response: '1', success: true } });
    await first.context().close();

    const second = await elsewhere(browser, platform.address('cmi5'));
    const again = await lessonIn(second);
    await expect(again.locator('.lesson_answer[data-state="right"]')).toHaveCount(1);
    await onTo(again, 'Earned is not yet paid');
    await again.getByRole('button', { name: 'Show me' }).click();
    await onTo(again, 'A third delivery slot');
    await choose(again, /^2/, 'Right.');
    await onTo(again, 'What you can say now');
    await expect.poll(() => verbs().slice(-2)).toEqual(['completed', 'passed']);
    expect(platform.statements.at(-1)).toMatchObject({ result: { success: true, score: { scaled: 0.75 } } });
    expect(platform.refused).toEqual([]);
    await second.context().close();
  } finally {
    await platform.close();
  }
});
