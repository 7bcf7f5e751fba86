import { describe, expect, test } from 'vitest';
import { toText } from '../../src/explain/tokens.ts';
import { LEVELS, practiceRound, TOPICS } from '../../src/lessons/questions/practice.ts';
import type { Probe } from '../../src/lessons/questions/probe.ts';
import { CHOICES_MAX, type Question } from '../../src/lessons/questions/question.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { createProbe } from '../fixtures/probe.ts';

/** Exercises of each topic and level: all of a thousand with FULL=1, a sample otherwise. */
const EACH = process.env['FULL'] === '1' ? Math.ceil(1000 / (TOPICS.length * LEVELS.length)) : 12;

/** What every question must keep, wherever it comes from. */
function check(question: Question): void {
  const keys = question.choices.map(({ key }) => key);
  const labels = question.choices.map(({ label }) => toText(label));
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(labels).size).toBe(labels.length);
  expect(keys).toContain(question.right);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(keys.length).toBeLessThanOrEqual(CHOICES_MAX);
  for (const { why } of question.choices) {
    expect(toText(why).length).toBeGreaterThan(10);
    expect(toText(why)).not.toMatch(/undefined|NaN|null|\[object|!/);
  }
  expect(question.after.step).toBeGreaterThan(question.before.step);
}

/** The answer, read off the run once more: what is on the page after the step must be what was called right. */
async function checkAgainstRun(probe: Probe, { kind, right, after }: Question): Promise<void> {
  const cursor = await probe.api.seek({ step: after.step });
  const { decision, numbers, events } = probe.sight();
  if (kind === 'next-job' && decision?.decision.rule === 'selection') {
    const msg = decision.decision.chosen?.msg ?? 0;
    expect(right).toBe(`m${numbers.get(msg) ?? msg}`);
  }
  if (kind === 'wake-up') expect(right).toBe(String(cursor.at));
  if (kind === 'bucket') {
    const added = events.flatMap(({ event }) => (event.kind === 'timer.added' ? [event] : [])).at(-1);
    expect(right).toBe(`${added?.level}.${added?.bucket}`);
  }
  if (kind === 'window' && decision?.decision.rule === 'feedback') {
    const { queue, died, windowAfter } = decision.decision;
    const row = probe.sight().queues.get(queue);
    expect(right).toBe(died ? 'dead' : String(windowAfter));
    if (row !== undefined) expect(row.status === 'throttled').toBe(died);
  }
}

describe.each(TOPICS.flatMap((topic) => LEVELS.map((level) => ({ topic, level }))))(
  'practice of $topic, level $level',
  ({ topic, level }) => {
    test(`${EACH} seeds give a question each, with its answer and a reason for every choice`, async () => {
      const probe = await createProbe();
      for (let seed = 1; seed <= EACH; seed += 1) {
        const round = await practiceRound(probe, { topic, level, seed });
        expect(round, `seed ${seed}`).not.toBeNull();
        if (round === null) continue;
        expect(parseScenario(JSON.parse(JSON.stringify(round.scenario))), `seed ${seed}`).toMatchObject({
          ok: true,
        });
        check(round.question);
        await checkAgainstRun(probe, round.question);
      }
    });
  },
);

test('the same seed gives the same question, another one another', async () => {
  const probe = await createProbe();
  const ask = (seed: number) => practiceRound(probe, { topic: 'scheduler', level: 2, seed });
  const first = await ask(5);
  await ask(6);
  expect(await ask(5)).toEqual(first);
  expect((await ask(6))?.scenario).not.toEqual(first?.scenario);
});
