import { describe, expect, test } from 'vitest';
import { encodeAnswers, parseAnswers } from '../../src/learn/lessons/answers.ts';
import { readLesson } from '../../src/learn/lessons/catalogue.ts';
import { describeFault } from '../../src/learn/lessons/lesson-file.ts';
import { packagedLesson } from '../../src/learn/package/packaged-lesson.ts';
import { prepareStop } from '../../src/learn/questions/ask.ts';
import { placeOfNumber } from '../../src/learn/questions/own.ts';
import { solutionOf, type Question } from '../../src/learn/questions/question.ts';
import { toText } from '../../src/explain/tokens.ts';
import { createProbe } from '../fixtures/probe.ts';
import { checkQuestion } from '../fixtures/questions.ts';

const HEAD =
  '# Mine\nid: mine\nabout: Questions of my own.\n\n## One\nscene: fifo\nat: 1 s\n\nLook at it.\n\n';

function faults(lines: string): string[] {
  const parsed = readLesson(HEAD + lines);
  return parsed.ok ? [] : parsed.faults.map(describeFault);
}

async function asked(lines: string): Promise<Question> {
  const parsed = readLesson(HEAD + lines);
  if (!parsed.ok) throw new Error(parsed.faults.map(describeFault).join('\n'));
  const [stop] = parsed.lesson.stops;
  const ready = await prepareStop(await createProbe(), stop!, parsed.lesson.scenes['fifo']!, 'seed');
  if (!ready.ok || ready.value.question === null) throw new Error('no question');
  return ready.value.question;
}

const CHOOSE = `choose: Which job is served first?
right: [1] | It came first, and nothing lets another in front.
wrong: [2] | You went by size. Nothing here
looks at the size.
wrong: both at once | One agent serves one job.`;
const NUMBER = `number: How many percent of [1] are handed over?
right: 66,7 ± 0.5 % | 16 of 24 entries: 16 ÷ 24 = 66.7 %.
wrong: 33.3 ± 0.5 | That is what is left.`;
const WRITE = `write: Why is nobody delayed by more than half?
model: Because every slot costs **two** entries.`;

describe('questions of an author', () => {
  test('offer choices, each wrong answer with its misconception', async () => {
    const question = await asked(CHOOSE);
    expect(question.choices.length).toBe(3);
    const said = question.choices.map(({ key, label, why }) => [
      key === question.right,
      toText(label),
      toText(why),
    ]);
    expect(said).toContainEqual([true, '1', 'It came first, and nothing lets another in front.']);
    expect(said).toContainEqual([false, '2', 'You went by size. Nothing here looks at the size.']);
    checkQuestion({ ...question, after: { ...question.after, step: question.before.step + 1 } });
  });

  test('accept a number within tolerance, and know the misconception of another', async () => {
    const question = await asked(NUMBER);
    const { entry } = question;
    if (entry?.kind !== 'number') throw new Error('no number');
    expect(entry.unit).toBe('%');
    const keyOf = (n: number) => question.choices[placeOfNumber(entry, n)]?.key;
    expect([66.2, 67.2, 66.1, 33, 12, 90].map(keyOf)).toEqual([
      'right',
      'right',
      'low',
      'wrong1',
      'low',
      'high',
    ]);
    expect(solutionOf(question)).toBe('66.7 ± 0.5 %. 16 of 24 entries: 16 ÷ 24 = 66.7 %.');
  });

  test('take words, and show a model answer', async () => {
    const question = await asked(WRITE);
    expect(question.entry).toEqual({ kind: 'words' });
    expect(solutionOf(question)).toBe('Because every slot costs two entries.');
  });

  test.each([
    ['right: 1 | x', /^Line 11, right: .* it takes a question above it, after choose:, number: or write:\.$/],
    ['choose: Which?', /^Line 11, choose: Which\? .* exactly one line right: below the question/],
    ['choose: Which?\nright: a | b', /^Line 11, choose: .* 1 to 3 lines wrong: below the question/],
    [
      'choose: Which?\nright: a\nwrong: b | c',
      /^Line 12, right: a .* an answer of at most 160 characters, a \| and/,
    ],
    ['choose: Which?\nright: a | b\nwrong: a | c', /^Line 13, wrong: .* is not given twice/],
    ['choose: Which?\nright: a | b\nwrong: [pear] | c', /^Line 13, wrong: .* marks that exist/],
    ['number: How many?\nright: few | b', /^Line 12, right: few .* a number such as 66\.7/],
    [
      'number: How many?\nright: 5 ± 1 | b\nwrong: 6 | c',
      /^Line 13, wrong: .* not counted as right \(5 ± 1\)/,
    ],
    [
      'number: How many?\nright: 5 s | b\nwrong: 7 ms | c',
      /^Line 13, wrong: .* the unit of the right answer, s/,
    ],
    ['write: Why?\nright: a | b', /^Line 12, right: .* exactly one line model: after write:/],
    ['write: Why?', /^Line 11, write: Why\? .* a line model: with the answer, below the question/],
    ['write: Why?\nmodel: a\n\nchoose: Which?', /^Line 14, choose: .* one question in a stop/],
    [
      `choose: ${'x'.repeat(401)}\nright: a | b\nwrong: c | d`,
      /^Line 11, choose: .* a question of 1 to 400 characters/,
    ],
  ])('$0 is refused with its line', (lines, message) => {
    expect(
      faults(lines).some((fault) => message.test(fault)),
      faults(lines).join('\n'),
    ).toBe(true);
  });

  test('replace a question that the engine answers', () => {
    const parsed = readLesson(HEAD.replace('at: 1 s', 'at: 1 s\nask: next-job') + CHOOSE);
    expect(parsed.ok ? '' : parsed.faults.map(describeFault).join()).toMatch(
      /either ask: or your own question/,
    );
  });

  test('are enough to give a packed lesson a score', () => {
    const parsed = readLesson(HEAD + WRITE);
    if (!parsed.ok) throw new Error('it reads');
    expect(packagedLesson(parsed.lesson, 'x').asks).toBe(true);
    const silent = readLesson(HEAD);
    expect(silent.ok && packagedLesson(silent.lesson, 'x').asks).toBe(false);
  });

  test('are stored with the others, whatever value a number has', () => {
    const given = { chosen: [7, 6], revealed: true, right: false, found: false };
    const text = encodeAnswers({ answers: new Map([[3, given]]), seconds: 9 });
    expect(text).toBe('t9.3hgn');
    expect(parseAnswers(text)?.answers.get(3)).toEqual(given);
  });
});
