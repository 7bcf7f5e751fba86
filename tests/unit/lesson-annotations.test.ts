import { describe, expect, test } from 'vitest';
import { readLesson } from '../../src/lessons/catalogue.ts';
import { describeFault } from '../../src/lessons/lesson-file.ts';
import { placeMark } from '../../src/panels/lesson/annotation-layout.ts';

function read(lines: string) {
  return readLesson(`# Mine\nid: mine\nabout: Marks.\n\n## One\nscene: fifo\n${lines}\n\nLook at it.\n`);
}

describe('annotations of a stop', () => {
  test('name a thing of the picture, in their order', () => {
    const parsed = read('ring: coins 1\narrow: job 2 "needs <b>3</b>"\nlabel: bucket 2.1 "far"');
    expect(parsed.ok ? parsed.lesson.stops[0]?.marks : parsed.faults).toEqual([
      { kind: 'ring', thing: 'coins', name: '1', text: '' },
      { kind: 'arrow', thing: 'job', name: '2', text: 'needs <b>3</b>' },
      { kind: 'label', thing: 'bucket', name: '2.1', text: 'far' },
    ]);
  });

  test.each([
    ['ring: moon 1', /^Line 7, ring: moon 1 is not accepted; it takes one of job, coins, entries/],
    ['ring: job two', /^Line 7, ring: job two/],
    ['ring: bucket 3', /^Line 7, ring: bucket 3/],
    ['label: job 2', /^Line 7, label: job 2 .* which a label must have/],
    [`arrow: job 2 "${'x'.repeat(61)}"`, /^Line 7, arrow: /],
    ['ring: job 1\nring: job 2\nring: job 3\nring: job 4', /^Line 10, ring: job 4 .* at most 3 in a stop/],
  ])('%j is refused with its line', (lines, message) => {
    const parsed = read(lines);
    const said = parsed.ok ? [] : parsed.faults.map(describeFault);
    expect(
      said.some((fault) => message.test(fault)),
      said.join('\n'),
    ).toBe(true);
  });

  test('stay inside of the picture, above a thing that stands at its foot', () => {
    const frame = { width: 300, height: 200 };
    const arrow = { kind: 'arrow', text: 'a long word or two' } as const;
    const free = placeMark(arrow, { x: 100, y: 40, width: 60, height: 40 }, frame);
    expect(free.arrow).toMatch(/^M130 115V87/);
    expect(free.text?.y).toBe(130);
    const low = placeMark(arrow, { x: 280, y: 150, width: 60, height: 45 }, frame);
    expect(low.text?.y).toBeLessThan(150);
    expect(low.text?.x).toBeLessThan(300 - 70);
    // Words that have no room beside a ring go below the whole card, not onto the rest of it.
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
});
