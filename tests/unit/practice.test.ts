import { describe, expect, test } from 'vitest';
import { createDraw } from '../../src/learn/questions/draw.ts';
import { arrange, type Choice, endsQuestion } from '../../src/learn/questions/question.ts';
import { LEVELS, practiceRound, TOPICS } from '../../src/learn/questions/practice.ts';
import { DE } from '../../src/learn/words/de/index.ts';
import { toText } from '../../src/explain/tokens.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { createProbe } from '../fixtures/probe.ts';
import { checkAgainstRun, checkQuestion } from '../fixtures/questions.ts';
import { runCount } from '../fixtures/all.ts';

const EACH = runCount(6);

describe.each(TOPICS.flatMap((topic) => LEVELS.map((level) => ({ topic, level }))))(
  'practice of $topic, level $level',
  ({ topic, level }) => {
    test(`${EACH} seeds give a question each, with an answer and a reason for every choice`, async () => {
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

test('a first miss allows a second attempt, and a second one ends the question', () => {
  const question = { right: '3' };
  expect(endsQuestion(question, ['2'])).toBe(false);
  expect(endsQuestion(question, ['3'])).toBe(true);
  expect(endsQuestion(question, ['2', '3'])).toBe(true);
  expect(endsQuestion(question, ['2', '4'])).toBe(true);
});

test('sorts figures whatever is drawn, with what is no figure last', () => {
  const choice = (key: string): Choice => ({ key, label: [], hint: '', why: [] });
  const keys = (right: string, ...wrong: string[]) =>
    arrange(createDraw(7), choice(right), wrong.map(choice)).map(({ key }) => key);
  expect(keys('10', '9', '2', '10', '100')).toEqual(['2', '9', '10', '100']);
  expect(keys('dead', '10', '9')).toEqual(['9', '10', 'dead']);
  expect(keys('m12', 'm3', 'm2')).toEqual(['m2', 'm3', 'm12']);
  expect(keys('0.12', '0.2', '1.0', '0.2')).toEqual(['0.2', '0.12', '1.0']);
});

test('the same seed gives the same question, another one another', async () => {
  const probe = await createProbe();
  const ask = (seed: number) => practiceRound(probe, { topic: 'scheduler', level: 2, seed });
  const first = await ask(5);
  await ask(6);
  expect(await ask(5)).toEqual(first);
  expect((await ask(6))?.scenario).not.toEqual(first?.scenario);
});

test.each(TOPICS)('an exercise about the %s is the same one in German', async (topic) => {
  const probe = await createProbe();
  for (let seed = 1; seed <= 6; seed += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const english = await practiceRound(probe, { topic, level: 2, seed });
    // oxlint-disable-next-line no-await-in-loop
    const german = await practiceRound(probe, { topic, level: 2, seed }, DE.ask);
    expect(german?.scenario).toEqual(english?.scenario);
    expect(german?.question.right).toBe(english?.question.right);
    const keys = [german, english].map((round) => round?.question.choices.map(({ key }) => key));
    expect(keys[0]).toEqual(keys[1]);
    const [de, en] = [german, english].map((round) => toText(round?.question.text ?? []));
    expect(de).not.toBe(en);
    expect(de).toMatch(/\b(der|die|das|ist|wird|Wie|Wann|Welche[rs]?|zählt)\b/);
  }
});
