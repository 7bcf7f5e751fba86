import { describe, expect, test } from 'vitest';
import { LEVELS, practiceRound, TOPICS } from '../../src/lessons/questions/practice.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { createProbe } from '../fixtures/probe.ts';
import { checkAgainstRun, checkQuestion } from '../fixtures/questions.ts';

/** Exercises of each topic and level: all of a thousand with FULL=1, a sample otherwise. */
const EACH = process.env['FULL'] === '1' ? Math.ceil(1000 / (TOPICS.length * LEVELS.length)) : 12;

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
        checkQuestion(round.question);
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
