import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionCode } from '../../src/learn/lessons/completion.ts';
import { answerCode, PHONES, questionTag, readCodes } from '../../src/learn/class/answer-code.ts';
import {
  collect,
  collectionCsv,
  counts,
  EMPTY,
  isReplaced,
  mergeCollection,
  nextRound,
  parseCollection,
  savedCollection,
  withCount,
} from '../../src/learn/class/collection.ts';
import { faultWords, readResults, resultsCsv } from '../../src/learn/class/results.ts';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const answer = fc.record({
  tag: fc.nat(1023),
  place: fc.nat(7),
  phone: fc.nat(PHONES - 1),
});

describe('the code of an answer', () => {
  test('is decoded to its contents however it is written', () => {
    fc.assert(
      fc.property(answer, fc.constantFrom('-', '', ' '), fc.boolean(), (given, joint, small) => {
        const code = answerCode(given);
        const written = (small ? code.toLowerCase() : code).replace('-', joint);
        expect(readCodes(` ${written},`)).toEqual([{ ok: true, code, ...given }]);
      }),
    );
  });

  test('reveals a wrong letter, or two letters exchanged', () => {
    fc.assert(
      fc.property(answer, fc.nat(6), fc.nat(6), fc.integer({ min: 1, max: 31 }), (given, at, other, by) => {
        const letters = [...answerCode(given).replace('-', '')];
        const wrong = letters.with(at, LETTERS[(LETTERS.indexOf(letters[at]!) + by) % 32]!);
        expect(readCodes(wrong.join(''))[0]).toMatchObject({ ok: false, fault: 'damaged' });
        if (letters[at] === letters[other]) return;
        const exchanged = letters.with(at, letters[other]!).with(other, letters[at]!);
        expect(readCodes(exchanged.join(''))[0]).toMatchObject({ ok: false, fault: 'damaged' });
      }),
    );
  });

  test('accepts letters that are easily confused, and says what is no code', () => {
    const code = answerCode({ tag: 1 * 32, place: 0, phone: 0 });
    expect(code).toMatch(/^10/);
    expect(readCodes(code.replace('1', 'l').replaceAll('0', 'o'))[0]).toMatchObject({ ok: true, code });
    expect(readCodes('K7M4QX K7M-4QX! window')).toEqual([
      { ok: false, text: 'K7M4QX', fault: 'length' },
      { ok: false, text: 'K7M-4QX!', fault: 'letters' },
      { ok: false, text: 'WINDOW', fault: 'length' },
    ]);
    expect(readCodes('UUUUUUU')[0]).toMatchObject({ fault: 'letters' });
  });
});

describe('the answers of a class', () => {
  const tag = questionTag('=windows&stop=6');
  const asked = { tag, choices: 4 };
  const code = (phone: number, place: number, of = tag): string => answerCode({ tag: of, place, phone });

  test('are counted by choice, twenty pasted together', () => {
    const text = Array.from({ length: 20 }, (_, i) => code(i * 6007, i % 4)).join('\n');
    const { collection, added, refused } = collect(EMPTY, text, asked);
    expect([added, refused]).toEqual([20, []]);
    expect(counts(collection, 4)).toEqual([5, 5, 5, 5]);
  });

  test('that cannot count are named; a phone’s later answer replaces its earlier one', () => {
    const other = questionTag('=windows&stop=7');
    const text = [code(5, 1), code(5, 1), code(5, 2), code(6, 0, other), code(7, 4), 'K7M4QX'].join(' ');
    const { collection, added, replaced, refused } = collect(EMPTY, text, asked);
    expect([added, replaced]).toEqual([2, 1]);
    expect(refused.map(({ fault }) => fault)).toEqual(['double', 'other-question', 'no-choice', 'length']);
    expect(counts(collection, 4)).toEqual([0, 0, 1, 0]);
    expect(collection.entries.map((entry) => isReplaced(collection, entry))).toEqual([true, false]);
  });

  test('survive asking again, and stored ones are read back', () => {
    const first = collect(EMPTY, `${code(1, 0)} ${code(2, 0)}`, asked).collection;
    const again = collect(nextRound(first, 4), `${code(1, 1)}`, asked).collection;
    expect(again.before).toEqual([2, 0, 0, 0]);
    expect(counts(again, 4)).toEqual([0, 1, 0, 0]);
    expect(parseCollection(JSON.parse(JSON.stringify(savedCollection(again))))).toEqual(again);
    expect(parseCollection({ codes: 5 })).toBeNull();
  });

  test('include raised hands, which another tab may count at the same time', () => {
    const phones = collect(EMPTY, `${code(1, 0)} ${code(2, 1)}`, asked).collection;
    const hands = withCount(withCount(phones, 4, 0, 12), 4, 1, 30);
    expect(counts(hands, 4)).toEqual([12, 30, 0, 0]);
    expect(counts(withCount(hands, 4, 1, 0), 4)).toEqual([12, 1, 0, 0]);
    expect(nextRound(hands, 4)).toEqual({ entries: [], hands: [], before: [12, 30, 0, 0] });
    expect(parseCollection(JSON.parse(JSON.stringify(savedCollection(hands))))).toEqual(hands);
    expect(parseCollection({ codes: '', hands: [-1, 5] })?.hands).toEqual([]);
    const merged = mergeCollection(phones, withCount(phones, 4, 0, 12), withCount(phones, 4, 2, 8));
    expect(counts(merged, 4)).toEqual([12, 1, 8, 0]);
    expect(collectionCsv(withCount(EMPTY, 1, 0, 3), [{ text: 'yes', right: true }])).toContain(
      ',A,yes,right,3 hands',
    );
  });

  test('become a table: what counts, what is right, and no formula', () => {
    const { collection } = collect(EMPTY, `${code(1, 0)} ${code(1, 1)}`, asked);
    const csv = collectionCsv(collection, [
      { text: '=1+1', right: false },
      { text: 'six, or 6', right: true },
    ]);
    expect(csv).toBe(
      `code,letter,answer,verdict,state\r\n${code(1, 0)},A,'=1+1,wrong,replaced\r\n${code(1, 1)},B,"six, or 6",right,counts\r\n`,
    );
  });
});

describe('result codes of a class', () => {
  const ann = completionCode({ lesson: 'best-candidate', right: 5, questions: 6, seconds: 412 });
  const bob = completionCode({ lesson: 'windows', right: 2, questions: 3, seconds: 90 });

  test('are read with their names, before or after', () => {
    const results = readResults(
      `Ann: ${ann}\n\n${bob}\tBob Müller\n${completionCode({ lesson: 'own', right: 0, questions: 0, seconds: 1 })}`,
    );
    expect(
      results.map(({ name, completion, fault }) => [name, completion?.lesson, completion?.right, fault]),
    ).toEqual([
      ['Ann', 'best-candidate', 5, ''],
      ['Bob Müller', 'windows', 2, ''],
      ['', 'own', 0, ''],
    ]);
  });

  test('are reported when changed, cut off or copied', () => {
    const results = readResults(
      `Ann: ${ann}\nBea: ${ann}\nCid: ${ann.replace('5of6', '6of6')}\nDan: ${ann.slice(0, -3)}\nEve was ill`,
    );
    expect(results.map((result) => [result.name, faultWords(result)])).toEqual([
      ['Ann', ''],
      ['Bea', 'the same code as Ann'],
      ['Cid', 'damaged: the check does not match'],
      ['Dan', 'incomplete: characters are missing'],
      ['Eve was ill', 'no result code in this line'],
    ]);
    expect(resultsCsv(results, (id) => id.toUpperCase()).split('\r\n')[1]).toBe(
      `Ann,best-candidate,BEST-CANDIDATE,5,6,412,valid,${ann}`,
    );
  });

  test('reveal any change of one letter', () => {
    fc.assert(
      fc.property(
        fc.nat(ann.length - 1),
        fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'),
        (at, letter) => {
          const changed = ann.slice(0, at) + letter + ann.slice(at + 1);
          expect(readResults(changed)[0]?.fault === '').toBe(changed === ann);
        },
      ),
    );
  });
});

describe('answers that two tabs enter for one question', () => {
  const asked = { tag: 3, choices: 4 };
  const enter = (before: typeof EMPTY, phone: number, place = 0) =>
    collect(before, answerCode({ tag: 3, place, phone }), asked).collection;
  const phones = ({ entries }: typeof EMPTY) => entries.map(({ phone, place }) => `${phone}:${place}`);
  const shown = enter(enter(EMPTY, 1), 2);
  const theirs = enter(shown, 3);

  test('are all kept, each once', () => {
    const merged = mergeCollection(shown, enter(shown, 4), theirs);
    expect(phones(merged)).toEqual(['1:0', '2:0', '3:0', '4:0']);
    expect(mergeCollection(shown, enter(shown, 4), merged)).toEqual(merged);
  });

  test('stay when the other tab removes its own', () => {
    expect(phones(mergeCollection(shown, enter(EMPTY, 1), theirs))).toEqual(['1:0', '3:0']);
    expect(phones(mergeCollection(shown, EMPTY, theirs))).toEqual(['3:0']);
  });

  test('replace an earlier answer of the same phone', () => {
    const changed = enter(enter(shown, 1, 1), 1, 0);
    expect(phones(mergeCollection(shown, changed, theirs))).toEqual(['1:0', '2:0', '3:0', '1:1', '1:0']);
  });
});

test('reads a long word of homework results only once', () => {
  // An earlier version took 7 seconds for 80,000 letters.
  expect(readResults('a'.repeat(80_000))[0]).toMatchObject({ fault: 'none' });
  expect(readResults('a-1of2'.repeat(13_000))[0]).toMatchObject({ fault: 'cut' });
});
