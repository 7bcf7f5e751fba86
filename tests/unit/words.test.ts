import { describe, expect, test } from 'vitest';
import { LESSONS } from '../../src/learn/lessons/catalogue.ts';
import { type AskKind, type Lesson, lessonIn } from '../../src/learn/lessons/lesson.ts';
import { prepareStop } from '../../src/learn/questions/ask.ts';
import { toText } from '../../src/explain/tokens.ts';
import { DE } from '../../src/learn/words/de/index.ts';
import { TERMS } from '../fixtures/terms-de.ts';
import { EN } from '../../src/learn/words/en/index.ts';
import { teach } from '../../src/learn/words/en/teach.ts';
import { write } from '../../src/learn/words/en/write.ts';
import { loadWords } from '../../src/learn/panels/kit/useWords.ts';
import { createProbe } from '../fixtures/probe.ts';

/** Returns every sentence of a table by its key. For a function that makes a sentence, returns the texts in its source. */
function sentences(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, wordsOf(value.toString())]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    sentences(each, path === '' ? key : `${path}.${key}`),
  );
}

/** Returns the quoted texts in the source of a function, without names of variables. */
function wordsOf(source: string): string {
  return [...source.matchAll(/`[^`]*`|'[^']*'/g)]
    .map(([text]) => text.replaceAll(/\$\{[^}]*\}/g, '…'))
    .join(' ');
}

function faultsOf(pairs: readonly [string, string, string][]): string[] {
  return pairs.flatMap(([key, en, de]) =>
    TERMS.flatMap((term) => [
      ...(term.en.test(en) && !term.de.test(de) ? [`${key}: ${en} → ${de} (lacks ${term.de.source})`] : []),
      ...(term.never.test(de) ? [`${key}: ${de} (has ${term.never.source})`] : []),
    ]),
  );
}

function pairsOf(lesson: Lesson): [string, string, string][] {
  const german = lessonIn(lesson, 'de');
  const texts = ({ title, about, able, stops }: Lesson): string[] => [
    title,
    about,
    ...able,
    ...stops.flatMap((stop) => [
      stop.title,
      ...stop.text,
      ...stop.notes,
      ...stop.marks.map(({ text }) => text),
    ]),
  ];
  const other = texts(german);
  return texts(lesson).map((text, i) => [`${lesson.id} ${i}`, text, other[i] ?? '']);
}

describe('the German words', () => {
  const en = new Map(sentences({ ...EN, teach, write }));
  const de = new Map(sentences(DE));

  test('exist for every key, and differ from the English ones', () => {
    expect([...de.keys()]).toEqual(expect.arrayContaining([...en.keys()]));
    // Names, and functions that contain no words, may be equal in both languages.
    const same = [...en].filter(([key, text]) => de.get(key) === text && /[a-z]{4,} [a-z]{3,}/.test(text));
    expect(same.map(([key]) => key)).toEqual([]);
  });

  test('keep to the terms of the field', () => {
    const pairs = [...en].map(([key, text]): [string, string, string] => [key, text, de.get(key) ?? '']);
    expect(faultsOf(pairs)).toEqual([]);
  });

  test('keep to them in every German lesson', () => {
    const german = LESSONS.filter(({ languages }) => languages.includes('de'));
    expect(german.length).toBe(LESSONS.length);
    expect(german.flatMap((lesson) => faultsOf(pairsOf(lesson)))).toEqual([]);
  });

  test('keep the figures, the code and the marks of every lesson', () => {
    const kept = (text: string): string[] =>
      (text.match(/`[^`]+`|\[[^\]]+\]|\d+([.,]\d+)?/g) ?? []).map((each) => each.replace(',', '.')).sort();
    const pairs = LESSONS.filter(({ languages }) => languages.includes('de')).flatMap(pairsOf);
    expect(pairs.filter(([, en, de]) => kept(en).join() !== kept(de).join())).toEqual([]);
  });

  test('are reported where they do not', () => {
    expect(faultsOf([['x', 'A job waits.', 'Ein Auftrag wartet.']])).toHaveLength(2);
    expect(faultsOf([['x', 'The window grows.', 'Das Fenster wächst.']])).toHaveLength(2);
    expect(faultsOf([['x', 'It is lent extra slots.', 'Ihm werden Slots geliehen.']])).toHaveLength(2);
    expect(faultsOf([['x', 'A job waits.', 'Ein Job wartet.']])).toEqual([]);
  });
});

/** Kinds of questions that lessons also ask in German. */
const KINDS: readonly AskKind[] = [
  'next-job',
  'verdict',
  'on-hand',
  'finishes',
  'window',
  'failure',
  'deferral',
  'retry',
  'adoption',
  'extra',
  'refill',
  'sponsor',
];

/** Words of an English sentence. Names of parameters do not count. */
const ENGLISH =
  /\b(the|is|are|has|have|which|with|not|and|would|entries left|turn|of|it|there|that|failed|answered|window|now|at|reads?)\b/;

describe('questions to the engine in German', () => {
  const german = LESSONS.flatMap((lesson) =>
    lesson.stops.flatMap(({ ask }, i) =>
      ask !== null && KINDS.includes(ask.kind) ? [[lesson, i] as const] : [],
    ),
  );

  test('are of every one of these kinds', () => {
    const kinds = new Set(german.map(([lesson, i]) => lesson.stops[i]?.ask?.kind));
    expect(KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test.each(german.map(([lesson, i]) => [lesson.id, i + 1, lesson, i] as const))(
    '%s, stop %i: the same question and answer letters, no English left',
    async (_id, _n, lesson, i) => {
      const probe = await createProbe();
      const other = lessonIn(lesson, 'de');
      const asked = async (of: Lesson, words: typeof EN.ask) => {
        const stop = of.stops[i]!;
        const ready = await prepareStop(probe, stop, of.scenes[stop.scene]!, `${of.id} ${i}`, words);
        if (!ready.ok || ready.value.question === null) throw new Error('no question');
        return ready.value.question;
      };
      const english = await asked(lesson, EN.ask);
      const question = await asked(other, DE.ask);
      expect(question.right).toBe(english.right);
      expect(question.choices.map(({ key }) => key)).toEqual(english.choices.map(({ key }) => key));
      const said = [question.text, ...question.choices.flatMap(({ label, why }) => [label, why])].map(toText);
      const all = [...said, ...question.choices.map(({ hint }) => hint)].join(' ');
      expect(all).not.toMatch(ENGLISH);
      expect(toText(question.text)).not.toBe(toText(english.text));
      const figures = (text: string): string[] => text.match(/\d+([.,]\d+)?/g) ?? [];
      for (const [at, { why }] of question.choices.entries())
        expect(new Set(figures(toText(why)))).toEqual(new Set(figures(toText(english.choices[at]!.why))));
    },
  );
});

test('texts stay the same promise while the page is open, as repeated drawing needs', async () => {
  const english = loadWords('en');
  const german = loadWords('de');
  expect((await german).language).toBe('de');
  expect(loadWords('en')).toBe(english);
  expect(loadWords('de')).toBe(german);
  expect(loadWords('xx')).toBe(english);
});
