import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LESSON_TEXTS, readLesson } from '../../src/learn/lessons/catalogue.ts';
import {
  addMark,
  addScene,
  insertStop,
  removeMark,
  removeQuestion,
  removeStop,
  setAsk,
  setField,
  setOwn,
  setTitle,
  swapWithNext,
} from '../../src/learn/lessons/edit/edits.ts';
import { outlineOf, stopAtLine } from '../../src/learn/lessons/edit/outline.ts';
import { copyOf, emptyLesson, EXAMPLE } from '../../src/learn/lessons/edit/starts.ts';
import {
  ownFaults,
  ownLines,
  placeText,
  sceneJson,
  slugOf,
} from '../../src/learn/lessons/edit/form-lines.ts';
import { describeFault } from '../../src/learn/lessons/lesson-file.ts';
import { firstLetter } from '../../src/scenes/first-letter.ts';
import type { Lesson } from '../../src/learn/lessons/lesson.ts';

function lessonOf(text: string): Lesson {
  const parsed = readLesson(text);
  if (!parsed.ok) throw new Error(parsed.faults.map(describeFault).join('\n'));
  return parsed.lesson;
}

/** Returns the stops without line numbers, which an edit may change. */
function stopsOf(text: string): unknown[] {
  return lessonOf(text).stops.map(({ ask, rule, ...stop }) => ({
    ...stop,
    ask: ask === null ? null : { ...ask, line: 0 },
    rule: rule === null ? null : { ...rule, line: 0 },
  }));
}

const texts = [EXAMPLE, ...LESSON_TEXTS.values()];
const someText = fc.constantFrom(...texts);
const somePlace = fc.nat({ max: 30 });

/** Returns the lines of the first list that are not in the second, in order. */
function without(lines: string[], others: string[]): string[] {
  const rest = [...others];
  return lines.filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

describe('the outline of a lesson file', () => {
  test('finds the stops and scenes of every built-in lesson', () => {
    for (const text of texts) {
      const { lines, stops, scenes, raw } = outlineOf(text);
      expect(stops.map(({ raw: stop }) => stop.title)).toEqual(
        lessonOf(text).stops.map(({ title }) => title),
      );
      for (const { from, raw: stop } of stops) expect(lines[from]).toBe(`## ${stop.title}`);
      for (const [i, { name, from, to }] of scenes.entries()) {
        expect(lines[from]).toBe(`\`\`\`scene ${name}`);
        // The line `de: ` after a scene is the scene's name in German.
        const fence = lines[to - 1]?.startsWith('de: ') === true ? to - 2 : to - 1;
        expect(lines[fence]).toBe('```');
        expect(lines.slice(from + 1, fence).join('\n')).toBe(raw.scenes[i]?.json);
      }
      expect(stops.map(({ scene }) => scene)).toEqual(lessonOf(text).stops.map(({ scene }) => scene));
    }
  });

  test('finds an empty scene, and the stop of a line', () => {
    const outline = outlineOf('# t\n```scene a\n```\n## one\ntext\n## two');
    expect(outline.scenes).toEqual([{ name: 'a', from: 1, to: 3 }]);
    expect([0, 3, 4, 5].map((line) => stopAtLine(outline, line))).toEqual([-1, 0, 0, 1]);
  });
});

describe('what buttons do to the text', () => {
  test('inserts a stop anywhere and changes nothing else', () => {
    fc.assert(
      fc.property(someText, somePlace, (text, at) => {
        const before = stopsOf(text);
        const after = Math.min(at, before.length) - 1;
        const next = insertStop(text, after, { title: 'New', scene: 'ten-two-two', place: '1.2345 s' });
        const stops = stopsOf(next);
        expect(stops[after + 1]).toMatchObject({
          title: 'New',
          scene: 'ten-two-two',
          place: { at: 1_234_500 },
        });
        expect(stops.toSpliced(after + 1, 1)).toEqual(before);
        // No line is lost or changed. New lines are the stop, and copies of scenes that would otherwise change.
        expect(without(text.split('\n'), next.split('\n'))).toEqual([]);
        const made = without(next.split('\n'), text.split('\n')).filter((line) => line !== '');
        expect(made.filter((line) => !/^(scene|de): /.test(line))).toEqual([
          '## New',
          'at: 1.2345 s',
          'What can be seen here?',
        ]);
        expect(lessonOf(next).scenes).toMatchObject(lessonOf(text).scenes);
      }),
      { seed: 20_261, numRuns: 60 },
    );
  });

  test('removes a stop and nothing else', () => {
    fc.assert(
      fc.property(someText, somePlace, (text, at) => {
        const before = stopsOf(text);
        const index = at % before.length;
        if (before.length < 2) return;
        const next = removeStop(text, index);
        expect(stopsOf(next)).toEqual(before.toSpliced(index, 1));
        expect(outlineOf(next).raw.scenes.map(({ json }) => json)).toEqual(
          outlineOf(text).raw.scenes.map(({ json }) => json),
        );
      }),
      { seed: 20_262, numRuns: 60 },
    );
  });

  test('swaps stops with their scenes and every line', () => {
    fc.assert(
      fc.property(someText, somePlace, (text, at) => {
        const before = stopsOf(text);
        const index = at % (before.length - 1);
        const next = swapWithNext(text, index);
        const [one, other] = before.slice(index, index + 2);
        expect(stopsOf(next)).toEqual(before.toSpliced(index, 2, other, one));
        expect(without(text.split('\n'), next.split('\n'))).toEqual([]);
      }),
      { seed: 20_263, numRuns: 60 },
    );
  });

  test('handles the end of a file without a last line, and a scene between stops', () => {
    const text =
      '# t\nid: t\nabout: a.\n\n## one\nscene: ten-two-two\n\nText.\n\n```scene x\n{}\n```\n\n## two\nscene: x';
    expect(swapWithNext(text, 0)).toBe(
      '# t\nid: t\nabout: a.\n\n## two\nscene: x\n\n```scene x\n{}\n```\n\n## one\nscene: ten-two-two\n\nText.',
    );
    expect(removeStop(text, 0)).toBe('# t\nid: t\nabout: a.\n\n```scene x\n{}\n```\n\n## two\nscene: x');
    expect(insertStop(text, 1, { title: 'n', scene: 'x', place: 'start' })).toBe(
      `${text}\n\n## n\nscene: x\nat: start\n\nWhat can be seen here?\n`,
    );
  });

  test('puts a first stop behind the head and the scenes', () => {
    const empty = emptyLesson('Mine', 'mine');
    const next = insertStop(empty, -1, { title: 'One', scene: 'first-letter', place: '1.2 s' });
    expect(next.startsWith(empty)).toBe(true);
    expect(lessonOf(next).stops).toHaveLength(1);
    const two = insertStop(next, -1, { title: 'Zero', scene: 'ten-two-two', place: 'start' });
    expect(lessonOf(two).stops.map(({ scene }) => scene)).toEqual(['ten-two-two', 'first-letter']);
  });

  test('sets, changes and removes fields, one line each', () => {
    const text = '# t\nid: t\n\n## one\nat: 1 s\nring: job 1\n\nText.\n';
    expect(setField(text, 0, 'ask', 'verdict')).toBe(
      text.replace('ring: job 1\n', 'ring: job 1\nask: verdict\n'),
    );
    expect(setField(text, 0, 'scene', 'x')).toBe(text.replace('at: 1 s', 'scene: x\nat: 1 s'));
    expect(setField(text, 0, 'at', '2 s')).toBe(text.replace('1 s', '2 s'));
    expect(setField(text, 0, 'at', '')).toBe(text.replace('at: 1 s\n', ''));
    expect(setField(text, -1, 'about', 'A.')).toBe(text.replace('id: t\n', 'id: t\nabout: A.\n'));
    expect(setField(text, 7, 'at', '2 s')).toBe(text);
    expect(setTitle(text, 0, 'two')).toBe(text.replace('## one', '## two'));
    expect(setTitle(text, -1, 'u')).toBe(text.replace('# t', '# u'));
    expect(setTitle('id: t\n', -1, 'u')).toBe('# u\nid: t\n');
  });

  test('adds and removes marks', () => {
    const text = '# t\n\n## one\nat: 1 s\n\nText.\n';
    const one = addMark(text, 0, { kind: 'ring', thing: 'coins', name: '1', text: '' });
    const two = addMark(one, 0, { kind: 'label', thing: 'job', name: '2', text: 'says "no"' });
    expect(two).toBe(text.replace('1 s\n', '1 s\nring: coins 1\nlabel: job 2 "says ”no”"\n'));
    expect(removeMark(two, 0, 0)).toBe(text.replace('1 s\n', '1 s\nlabel: job 2 "says ”no”"\n'));
    expect(removeMark(two, 0, 5)).toBe(two);
  });

  test('replaces one question by another, and removes it without a trace', () => {
    const text = EXAMPLE;
    const question = ownLines({
      kind: 'choose',
      text: 'Which\none?',
      right: { answer: 'this | one', why: 'so' },
      wrong: [
        { answer: 'that', why: 'not so' },
        { answer: '', why: '' },
      ],
      model: '',
    });
    expect(question).toEqual(['choose: Which one?', 'right: this / one | so', 'wrong: that | not so']);
    const asked = setOwn(text, 1, question);
    expect(lessonOf(asked).stops[1]).toMatchObject({
      ask: null,
      own: { kind: 'choose', text: 'Which one?' },
    });
    expect(setAsk(asked, 1, 'next-job')).toBe(text);
    expect(lessonOf(removeQuestion(text, 2)).stops[2]).toMatchObject({
      own: null,
      text: [expect.any(String)],
    });
    const folded =
      '# t\n\n## one\n\nText.\n\nchoose: A\nlong one?\nright: 1 | yes\nwrong: 2 | no\nno\n\n> Note.\n';
    expect(removeQuestion(folded, 0)).toBe('# t\n\n## one\n\nText.\n\n> Note.\n');
  });

  test('checks the content of a form with the reader of lesson files, line by line', () => {
    const draft = {
      kind: 'number',
      text: 'How many?',
      right: { answer: 'some', why: 'so' },
      wrong: [],
      model: '',
    } as const;
    expect(ownFaults(ownLines({ ...draft, wrong: [] }))).toMatchObject([{ line: 2, field: 'right' }]);
    expect(ownFaults(ownLines({ ...draft, wrong: [], right: { answer: '3 ± 1', why: 'so' } }))).toEqual([]);
    expect(ownFaults(ownLines({ ...draft, kind: 'write', wrong: [], text: '' }))).toMatchObject([
      { line: 1, field: 'write' },
      { line: 2, field: 'model' },
    ]);
  });

  test('adds a run as a scene of the file only once', () => {
    const json = sceneJson(firstLetter.scenario);
    const start = insertStop(emptyLesson('T', 't'), -1, {
      title: 'a',
      scene: 'mine',
      place: placeText(1_951_000),
    });
    const one = addScene(start, 'mine', json, () => false);
    expect(one.name).toBe('mine');
    expect(lessonOf(one.text).scenes['mine']).toMatchObject({ title: 'A first message', seed: 37 });
    expect(lessonOf(one.text).stops[0]?.place).toEqual({ at: 1_951_000 });
    expect(addScene(one.text, 'other', json, () => false)).toEqual(one);
    const two = addScene(one.text, 'mine', json.replace('37', '38'), (name) => name === 'mine-2');
    expect(two.name).toBe('mine-3');
    expect(two.text.startsWith(one.text)).toBe(true);
  });

  test('begins a new lesson with text that opens', () => {
    expect(lessonOf(EXAMPLE).stops).toHaveLength(3);
    const [first = ''] = LESSON_TEXTS.values();
    const copy = lessonOf(copyOf(first, 'mine', 'Mine'));
    expect(copy).toMatchObject({ id: 'mine', title: 'Mine', document: 'own' });
    expect(copy.stops).toHaveLength(lessonOf(first).stops.length);
  });

  test('makes names of scenes and ids', () => {
    expect(slugOf('What is a “Job”?', 'x')).toBe('what-is-a-job');
    expect(slugOf('Почта', 'lesson')).toBe('lesson');
    expect([placeText(0), placeText(1_200_000), placeText(1)]).toEqual(['start', '1.2 s', '0.000001 s']);
  });
});
