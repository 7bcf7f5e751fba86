import { describe, expect, test } from 'vitest';
import { addMark } from '../../src/learn/lessons/edit/edits.ts';
import { readLesson } from '../../src/learn/lessons/catalogue.ts';
import { describeFault } from '../../src/learn/lessons/lesson-file.ts';
import { clearOfWords, placeMark } from '../../src/learn/panels/lesson/annotation-layout.ts';

function read(lines: string) {
  return readLesson(`# Mine\nid: mine\nabout: Marks.\n\n## One\nscene: fifo\n${lines}\n\nLook at it.\n`);
}

describe('annotations of a stop', () => {
  test('name things of the picture, in order', () => {
    const parsed = read('ring: coins 1\narrow: job 2 "needs <b>3</b>"\nlabel: bucket 2.1 "far"');
    expect(parsed.ok ? parsed.lesson.stops[0]?.marks : parsed.faults).toEqual([
      { kind: 'ring', thing: 'coins', name: '1', text: '' },
      { kind: 'arrow', thing: 'job', name: '2', text: 'needs <b>3</b>' },
      { kind: 'label', thing: 'bucket', name: '2.1', text: 'far' },
    ]);
  });

  test('can name agents, queues, the gate and the window chart', () => {
    const lines = [
      ['ring: agents 2', 'arrow: agent 1 "free"', 'label: gate "closed"'],
      ['ring: destination a.example', 'ring: queue a.example', 'arrow: window a.example "2"'],
      ['ring: chart window', 'arrow: chart cohorts "dead at 1"', 'ring: report 12'],
    ];
    const marks = lines.map((three) => {
      const parsed = read(three.join('\n'));
      return parsed.ok
        ? parsed.lesson.stops[0]?.marks.map(({ thing, name }) => `${thing} ${name}`)
        : parsed.faults;
    });
    expect(marks).toEqual([
      ['agents 2', 'agent 1', 'gate '],
      ['destination a.example', 'queue a.example', 'window a.example'],
      ['chart window', 'chart cohorts', 'report 12'],
    ]);
    const gate = { kind: 'label', thing: 'gate', name: '', text: 'closed' } as const;
    expect(addMark('# T\n## S\nText.', 0, gate)).toContain('\nlabel: gate "closed"\n');
  });

  test.each([
    ['ring: gate 1', /^Line 7, ring: gate 1 is not accepted/],
    ['ring: chart moon', /^Line 7, ring: chart moon .* window, success, failure, cohorts/],
    ['ring: window', /^Line 7, ring: window is not accepted/],
    ['ring: report first', /^Line 7, ring: report first/],
    ['ring: moon 1', /^Line 7, ring: moon 1 is not accepted; it takes one of job, coins, entries/],
    ['ring: job two', /^Line 7, ring: job two/],
    ['ring: bucket 3', /^Line 7, ring: bucket 3/],
    ['label: job 2', /^Line 7, label: job 2 .* which a label must have/],
    [`arrow: job 2 "${'x'.repeat(61)}"`, /^Line 7, arrow: /],
    ['ring: job 1\nring: job 2\nring: job 3\nring: job 4', /^Line 10, ring: job 4 .* at most 3 in a stop/],
  ])('$0 is refused with its line', (lines, message) => {
    const parsed = read(lines);
    const said = parsed.ok ? [] : parsed.faults.map(describeFault);
    expect(
      said.some((fault) => message.test(fault)),
      said.join('\n'),
    ).toBe(true);
  });

  test('number their rings where no word of the picture is covered, if there is room', () => {
    const frame = { width: 300, height: 200 };
    const ring = placeMark({ kind: 'ring', text: '' }, { x: 100, y: 50, width: 80, height: 60 }, frame);
    const word = { x: 90, y: 40, width: 14, height: 12 };
    const { disc } = clearOfWords(ring, [word], frame);
    expect(clearOfWords(ring, [], frame).disc).toEqual(ring.disc);
    expect(disc.x - 9).toBeGreaterThanOrEqual(word.x + word.width);
    const everywhere = { x: 0, y: 0, width: 300, height: 200 };
    expect(clearOfWords(ring, [everywhere], frame).disc).toEqual(ring.disc);
  });

  test('stay inside the picture, above a thing at its foot', () => {
    const frame = { width: 300, height: 200 };
    const arrow = { kind: 'arrow', text: 'a long word or two' } as const;
    const free = placeMark(arrow, { x: 100, y: 40, width: 60, height: 40 }, frame);
    expect(free.arrow).toMatch(/^M130 115V87/);
    expect(free.text?.y).toBe(130);
    // The label's number must be in front of its text, not on it.
    const label = placeMark({ kind: 'label', text: 'words' }, { x: 2, y: 40, width: 6, height: 6 }, frame);
    expect(label.disc.x + 9).toBeLessThanOrEqual((label.text?.x ?? 0) - (label.text?.half ?? 0));
    expect(label.disc.x).toBeGreaterThanOrEqual(9);
    const low = placeMark(arrow, { x: 280, y: 150, width: 60, height: 45 }, frame);
    expect(low.text?.y).toBeLessThan(150);
    expect(low.text?.x).toBeLessThan(300 - 70);
    // If there is no room beside a ring, its text goes below the whole card, so that it covers no other part of the
    // card.
    const card = { x: 200, y: 20, width: 95, height: 120 };
    const ring = { kind: 'ring', text: 'price: 4' } as const;
    const part = { x: 210, y: 50, width: 60, height: 40 };
    expect(placeMark(ring, part, frame, card).text?.y).toBeGreaterThan(145);
    expect(placeMark(ring, { ...part, x: 150 }, frame, { ...card, x: 140, width: 160 }).text?.y).toBeLessThan(
      90,
    );
    expect(
      placeMark({ kind: 'ring', text: '' }, { x: -20, y: 0, width: 50, height: 10 }, frame).ring,
    ).toEqual({
      x: 1,
      y: 1,
      width: 34,
      height: 14,
    });
  });

  test('text at a ring covers no other mark, and repeats its number when it is away', () => {
    const large = { width: 300, height: 400 };
    const card = { x: 20, y: 40, width: 240, height: 200 };
    const part = { x: 40, y: 120, width: 60, height: 20 };
    const ring = { kind: 'ring', text: 'on hand', number: 1 } as const;
    const next = { x: 110, y: 120, width: 20, height: 20 };
    const beside = placeMark(ring, part, large, card, []);
    expect(beside.text?.x).toBeGreaterThan(110);
    const over = placeMark(ring, part, large, card, [next]);
    expect(over.text).toMatchObject({ words: 'on hand' });
    expect(over.text?.y).toBeLessThan(120);
    const chip = { x: 40, y: 80, width: 60, height: 40 };
    const under = { x: 40, y: 142, width: 60, height: 40 };
    const away = placeMark(ring, part, large, card, [next, chip, under]);
    expect(away.text).toMatchObject({ words: '1: on hand' });
    expect(away.text?.y).toBeGreaterThan(240);
  });
});
