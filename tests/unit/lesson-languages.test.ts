import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LESSONS, readLesson } from '../../src/learn/lessons/catalogue.ts';
import {
  addMark,
  insertStop,
  removeMark,
  setField,
  setMark,
  setOwn,
} from '../../src/learn/lessons/edit/edits.ts';
import { describeFault } from '../../src/learn/lessons/lesson-file.ts';
import { lessonHash, parseLessonHash } from '../../src/learn/lessons/lesson-link.ts';
import { type Lesson, lessonIn, otherRun } from '../../src/learn/lessons/lesson.ts';
import { packagedLesson } from '../../src/learn/package/packaged-lesson.ts';
import { createDraw, seedOf } from '../../src/learn/questions/draw.ts';
import { ownQuestion } from '../../src/learn/questions/own.ts';
import type { Cursor } from '../../src/protocol/frame.ts';
import { parseClassHash, questionPart } from '../../src/learn/panels/classroom/address.ts';

const TEXT = `# Turns
de: Wer dran ist
id: turns
languages: en de fr
about: Who is next.
de: Wer der Nächste ist.
fr: À qui le tour.
able: say who is next
de: sagen, wer der Nächste ist
fr: dire à qui est le tour

## Begin
de: Anfang
fr: Début
scene: first-letter
at: 1 s
ring: job 1 "first"
de: "zuerst"
fr: premier
arrow: coins 1

Job [1] is
alone.
de: Job [1] ist
allein.
fr: Le job [1] est seul.

> Say hello.
de: > Sagen Sie Hallo.
fr: Dites bonjour.

choose: How many entries?
de: Wie viele Entries?
fr: Combien ?
right: 12 | Counted,
one by one.
de: 12 | Gezählt,
eine nach der anderen.
fr: 12 | Compté.
wrong: 7 | Too few.
de: sieben | Zu wenig.
fr: 7 | Trop peu.
wrong: 30 | Too many.
de: 30 | Zu viel.
fr: 30 | Trop.
`.replace('de: Wer dran ist\n', 'de: Wer dran ist\nfr: À qui\n');

function read(text: string): Lesson {
  const parsed = readLesson(text);
  if (!parsed.ok) throw new Error(parsed.faults.map(describeFault).join('\n'));
  return parsed.lesson;
}
const faults = (text: string): string[] => {
  const parsed = readLesson(text);
  return parsed.ok ? [] : parsed.faults.map(describeFault);
};

describe('a lesson in several languages', () => {
  const lesson = read(TEXT);
  const german = lessonIn(lesson, 'de');

  test('says each sentence in each language, with one set of places, marks and scenes', () => {
    expect(lesson).toMatchObject({ title: 'Turns', language: 'en', languages: ['en', 'de', 'fr'] });
    expect(german).toMatchObject({ title: 'Wer dran ist', about: 'Wer der Nächste ist.', language: 'de' });
    expect(german.able).toEqual(['sagen, wer der Nächste ist']);
    expect(german.stops[0]).toMatchObject({
      title: 'Anfang',
      text: ['Job [1] ist allein.'],
      notes: ['Sagen Sie Hallo.'],
      place: { at: 1_000_000 },
      own: { text: 'Wie viele Entries?', right: { text: '12', why: 'Gezählt, eine nach der anderen.' } },
    });
    expect(german.stops[0]?.marks.map(({ name, text }) => [name, text])).toEqual([
      ['1', 'zuerst'],
      ['1', ''],
    ]);
    expect(lessonIn(lesson, 'fr').stops[0]?.marks[0]?.text).toBe('premier');
    // Both languages share the scenes, so an open run continues when the language changes.
    expect(german.scenes).toBe(lesson.scenes);
    expect(lessonIn(lesson, 'it')).toBe(lesson);
    expect(lessonIn(lesson, '')).toBe(lesson);
  });

  test('keeps places and keys of answers, even where a language writes a figure in words', () => {
    const at: Cursor = { at: 0, step: 0, event: 0 } as Cursor;
    const keys = [lesson, ...lesson.others].map(({ stops }) => {
      const own = stops[0]?.own;
      if (own === null || own === undefined) throw new Error('no question');
      return ownQuestion(own, at, createDraw(seedOf('x'))).choices.map(({ key }) => key);
    });
    expect(keys).toEqual([
      ['7', '12', '30'],
      ['7', '12', '30'],
      ['7', '12', '30'],
    ]);
  });

  test('names the line of a text that is missing, doubled or out of place', () => {
    expect(faults(TEXT.replace('fr: Début\n', ''))).toEqual([
      'Line 13, fr: nothing is not accepted; it takes a line fr: below it, because languages: names fr.',
    ]);
    expect(faults(TEXT.replace('fr: Début', 'fr: Début\nfr: Encore'))[0]).toContain(
      'one translation into each language',
    );
    expect(faults(TEXT.replace('at: 1 s', 'at: 1 s\nde: eins'))[0]).toContain(
      'a translation directly below the text',
    );
    expect(faults(TEXT.replace('languages: en de fr', 'languages: en de id'))[0]).toContain(
      'Line 5, languages',
    );
    // Limits apply to every language, and an error names the line of the translation.
    expect(faults(TEXT.replace('de: Wer der Nächste ist.', `de: ${'x'.repeat(401)}`))[0]).toMatch(
      /^Line 7, about/,
    );
    expect(faults(TEXT.replace('de: Job [1] ist', 'de: Job [9x] [nomark] ist'))[0]).toContain(
      'marks that exist',
    );
  });

  test('a number is the same in every language', () => {
    const text = read(TEXT) && TEXT.slice(0, TEXT.indexOf('choose:'));
    const asked = `${text}number: How many?\nde: Wie viele?\nfr: Combien ?\nright: 66.7 ± 0.5 % | So.\nde: 66,7 ± 0,5 % | So.\nfr: 60 | Ainsi.\n`;
    expect(faults(asked)).toEqual([expect.stringContaining('the same numbers in every language')]);
    expect(faults(asked.replace('fr: 60 ', 'fr: 66.7 ± 0.5 % '))).toEqual([]);
  });

  test('titles a gallery scene where a stop names it, not once it names another', () => {
    const text = insertStop(TEXT, 0, { title: 'Stop 2', scene: 'fifo', place: '1 s' });
    const titled = text.replace('scene: fifo\n', 'scene: fifo\nde: Eine Queue\n');
    expect(otherRun(lessonIn(read(titled), 'de'), 1)).toBe('Eine Queue');
    expect(otherRun(read(titled), 1)).toBe(otherRun(read(text), 1));
    expect(otherRun(lessonIn(read(titled), 'fr'), 1)).toBe(otherRun(read(text), 1));
    const moved = setField(setField(titled, 1, 'at', ''), 1, 'at', '2 s');
    expect(otherRun(lessonIn(read(moved), 'de'), 1)).toBe('Eine Queue');
    const other = setField(titled, 1, 'scene', 'whole-picture');
    expect(otherRun(lessonIn(read(other), 'de'), 1)).toBe(otherRun(read(other), 1));
  });

  test('reads language lines as plain text in a file that names no languages', () => {
    const plain = '# T\nid: t\nabout: A.\n\n## S\nscene: fifo\nat: start\n\nText.\n\nde: kein Wort\n';
    expect(read(plain).stops[0]?.text).toEqual(['Text.', 'de: kein Wort']);
    expect(read(plain)).toMatchObject({ language: 'en', languages: ['en'], others: [] });
  });

  test('stays correct in every language after edits by buttons', () => {
    let text = insertStop(TEXT, 0, { title: 'Stop 2', scene: 'fifo', place: '1 s' });
    const mark = { kind: 'label', thing: 'job', name: '1', text: 'here' } as const;
    text = addMark(text, 1, mark);
    text = setOwn(text, 1, ['choose: Which?', 'right: A | Yes.', 'wrong: B | No.']);
    text = setField(text, -1, 'assumes', 'nothing');
    expect(faults(text)).toEqual([]);
    expect(faults(setMark(text, 0, 1, { ...mark, kind: 'arrow' }))).toEqual([]);
    expect(faults(removeMark(text, 0, 0))).toEqual([]);
    expect(faults(setField(text, -1, 'able', ''))).toEqual([]);
    expect(lessonIn(read(text), 'de').stops[1]?.marks[0]?.text).toBe('here');
  });
});

test('an address asks for a language, and the codes of a class do not depend on it', () => {
  const address = { id: 'orders', packed: '', stop: 2, lang: 'de' };
  expect(lessonHash(address)).toBe('#lesson=orders&lang=de&stop=2');
  expect(parseLessonHash('#lesson=orders&lang=de&stop=2')).toEqual(address);
  const part = (hash: string): string => {
    const parsed = parseClassHash(hash);
    return parsed === null ? '' : questionPart(parsed);
  };
  expect(part('#class=orders&lang=de&stop=2')).toBe('=orders&stop=2');
  expect(part('#answer=orders&stop=2')).toBe('=orders&stop=2');
});

test('a package opens in the language that it was made in', () => {
  const lesson = lessonIn(LESSONS[0]!, 'de');
  expect(packagedLesson(lesson, '')).toMatchObject({
    title: 'Was ist ein Scheduler?',
    language: 'de',
    hash: 'lesson=orders&lang=de',
  });
  expect(packagedLesson(LESSONS[0]!, '').hash).toBe('lesson=orders');
});

test('every lesson exists in German, with the names of runs', () => {
  for (const lesson of LESSONS) {
    expect([lesson.id, ...lesson.languages]).toEqual([lesson.id, 'en', 'de']);
    const german = lessonIn(lesson, 'de');
    const english = lesson.stops
      .map((_, i) => otherRun(german, i))
      .filter((title, i) => title !== '' && title === otherRun(lesson, i));
    expect([lesson.id, ...english]).toEqual([lesson.id]);
  }
  const earning = lessonIn(LESSONS[2]!, 'de');
  expect(otherRun(earning, 3)).toBe('Halber Preis');
  expect(earning.stops[1]?.marks.map(({ text }) => text)).toEqual(['zur Hand', 'Preis: 4']);
});

test('the example of the format matches its description', () => {
  const page = readFileSync(new URL('../../public/lessons.html', import.meta.url), 'utf8');
  const [, , example = ''] = /id="languages"([\s\S]*?)<pre>([\s\S]*?)<\/pre>/.exec(page) ?? [];
  const german = lessonIn(read(example.replaceAll('&gt;', '>')), 'de');
  expect(german).toMatchObject({ title: 'Was ist ein Job?', language: 'de' });
});
