import { builtInLessons } from '../../src/learn/cli/lesson-files.ts';
import { prepareStop } from '../../src/learn/questions/ask.ts';
import type { LessonStop } from '../../src/learn/lessons/lesson.ts';
import type { Question } from '../../src/learn/questions/question.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { ALL, SOME_LESSONS } from '../fixtures/all.ts';
import { createProbe } from '../fixtures/probe.ts';
import { button, expect, test, type View } from './flows.ts';

async function inNode(stop: LessonStop, scenario: Scenario, seed: string): Promise<Question | null> {
  const ready = await prepareStop(await createProbe(), stop, scenario, seed);
  if (!ready.ok) throw new Error(JSON.stringify(ready.errors));
  return ready.value.question;
}

/** Checks that the page asks the same question as Node, and reveals the same answer. */
async function checkQuestion(view: View, { choices, right }: Question): Promise<void> {
  await expect.poll(() => view.count('.lesson_answer')).toBe(choices.length);
  await view.idle();
  await view.click(button('Show me'));
  const place = choices.findIndex(({ key }) => key === right) + 1;
  await expect.poll(() => view.count('.lesson_answer[data-state="right"]')).toBe(1);
  expect(await view.count(`.lesson_answers > :nth-child(${place}) > [data-state="right"]`)).toBe(1);
}

for (const { id, stops, scenes } of builtInLessons()) {
  if (!ALL && !SOME_LESSONS.slice(0, 2).includes(id)) continue;
  test(`lesson ${id}: first and last stop open with Node’s question`, async ({ view }) => {
    for (const number of [1, stops.length]) {
      const stop = stops[number - 1];
      const scenario = stop === undefined ? undefined : scenes[stop.scene];
      if (stop === undefined || scenario === undefined) throw new Error(`no stop ${number}`);
      const question = await inNode(stop, scenario, `${id} ${number - 1}`);
      await view.open(`#lesson=${id}&stop=${number}`);
      await expect.poll(() => view.text('h1, h2')).toContain(stop.title);
      // tests/e2e/lessons.test.ts covers written answers.
      if (question !== null && question.entry === undefined) await checkQuestion(view, question);
      await view.idle();
      expect(await view.text('body')).not.toContain('This does not happen again in this run');
    }
  });
}
