import { describe, expect, it } from 'vitest';
import { boxesOf } from '../../src/panels/stage/forest.ts';
import type { StageInput } from '../../src/panels/stage/input.ts';
import { keyFits, keyLines } from '../../src/panels/stage/key-lines.ts';
import { labelBox } from '../../src/panels/stage/labels.ts';
import { stageLayout } from '../../src/panels/stage/layout.ts';
import type { StageLayout } from '../../src/panels/stage/stage-marks.ts';
import { overlaps, pathCrosses } from '../../src/panels/stage/paths.ts';
import {
  crowd,
  DEEP,
  drawList,
  ORPHANS,
  RECORDED_PICTURE,
  siblings,
  TWO_GHOSTS,
  WHOLE_PICTURE,
} from '../fixtures/rows.ts';

function inputOf(picture: string, change: Partial<StageInput> = {}, cost = 2): StageInput {
  const { jobs, transport } = drawList(picture, cost);
  const order = change.order ?? 'scheduler';
  const ids = order === 'time' ? transport.byTime : transport.jobs;
  return {
    jobs: ids.flatMap((id) => jobs.find((job) => job.id === id) ?? []),
    order,
    current: transport.current,
    candidate: transport.candidate,
    candidateScore: transport.candidateScore,
    selected: 0,
    now: 60,
    width: 858,
    height: 312,
    rem: 16,
    annotations: true,
    ...change,
  };
}

const draw = (picture: string, change: Partial<StageInput> = {}, cost = 2): StageLayout =>
  stageLayout(inputOf(picture, change, cost));

const numbers = (layout: StageLayout): string => layout.jobs.map((mark) => mark.job.number).join(' ');
const link = (layout: StageLayout, key: string) => layout.links.find((l) => l.key === key);

const SCENES: readonly [string, string][] = [
  ['the design’s picture', WHOLE_PICTURE],
  ['the document’s picture', RECORDED_PICTURE],
  ['orphans', ORPHANS],
  ['six levels', DEEP],
  ['two ghosts above each other', TWO_GHOSTS],
  ['three siblings', siblings(3)],
  ['five siblings', siblings(5)],
  ['fifty siblings', siblings(50)],
  ['twenty jobs', crowd(20)],
  ['sixty jobs', crowd(60)],
  ['three hundred jobs', crowd(300)],
  ['two thousand jobs', crowd(2000)],
];
const BOXES: readonly [string, Partial<StageInput>][] = [
  ['1440', { width: 858, height: 312 }],
  ['1920', { width: 1150, height: 420, rem: 19 }],
  ['tablet', { width: 820, height: 330 }],
  ['phone', { width: 390, height: 600 }],
  ['small', { width: 500, height: 180 }],
  ['time order', { order: 'time' }],
  ['time order on a phone', { order: 'time', width: 390, height: 600 }],
];

describe.each(SCENES)('%s', (_, picture) => {
  it.each(BOXES)('on %s: no mark covers another', (_box, change) => {
    const layout = draw(picture, change);
    const boxes = [...boxesOf(layout.jobs, layout.ghosts)];
    const meeting = boxes.flatMap(([a, rect], i) =>
      boxes.slice(i + 1).flatMap(([b, other]) => (overlaps(rect, other) ? [`${a} × ${b}`] : [])),
    );
    expect(meeting).toEqual([]);
  });

  it.each(BOXES)('on %s: no link crosses a foreign card or ghost', (_box, change) => {
    const layout = draw(picture, change);
    const boxes = boxesOf(layout.jobs, layout.ghosts);
    const crossings = layout.links.flatMap((l) =>
      [...boxes].flatMap(([key, rect]) => {
        // The line of the current job comes from the rail. It may pass behind the ghost to which the job is attached.
        const behind = l.kind === 'current' && key.startsWith('ghost:');
        return !behind && !l.ends.includes(key) && pathCrosses(l.points, rect) ? [`${l.key} × ${key}`] : [];
      }),
    );
    expect(crossings).toEqual([]);
  });

  it.each(BOXES)('on %s: no words overlap cards, lines or other words', (_box, change) => {
    const layout = draw(picture, change);
    const marks = [...boxesOf(layout.jobs, layout.ghosts).values()];
    const words = layout.labels.map((label) => labelBox(label, layout.metrics.text));
    expect(words.filter((box) => marks.some((rect) => overlaps(box, rect)))).toEqual([]);
    expect(words.filter((box) => layout.links.some((l) => pathCrosses(l.points, box)))).toEqual([]);
    expect(words.filter((a, i) => words.some((b, j) => i !== j && overlaps(a, b)))).toEqual([]);
  });

  it.each(BOXES)('on %s: equal rows give the same picture, all inside', (_box, change) => {
    const layout = draw(picture, change);
    expect(draw(picture, change)).toEqual(layout);
    for (const rect of boxesOf(layout.jobs, layout.ghosts).values()) {
      expect(rect.x).toBeGreaterThanOrEqual(0);
      expect(rect.y).toBeGreaterThanOrEqual(0);
      expect(rect.x + rect.width).toBeLessThanOrEqual(layout.width);
      expect(rect.y + rect.height).toBeLessThanOrEqual(layout.height);
    }
  });
});

describe('the document’s whole picture', () => {
  const layout = draw(RECORDED_PICTURE);
  const mark = (number: number) => layout.jobs.find((job) => job.job.number === number);

  it('has the list from left to right and the levels from top to bottom', () => {
    expect(numbers(layout)).toBe('7 8 1 2 6 3 5');
    const xs = layout.jobs.map((job) => job.x);
    expect(xs.toSorted((a, b) => a - b)).toEqual(xs);
    const tops = [0, 1, 2].map((level) => [
      ...new Set(layout.jobs.filter((job) => job.job.level === level).map((job) => job.y)),
    ]);
    expect(tops.map((top) => top.length)).toEqual([1, 1, 1]);
    expect(tops.flat().toSorted((a, b) => a - b)).toEqual(tops.flat());
  });

  it('keeps 4 as a ghost over 7 and 8, adopted by 1', () => {
    expect(layout.ghosts).toMatchObject([{ number: 4, level: 1, adopter: 1, children: [7, 8] }]);
    expect(link(layout, 'link:ghost:4')).toMatchObject({
      kind: 'adoption',
      number: 4,
      ends: ['ghost:4', 'job:101'],
    });
    expect(link(layout, 'link:job:107')).toMatchObject({
      kind: 'child',
      number: 7,
      ends: ['job:107', 'ghost:4'],
    });
    expect(link(layout, 'link:job:108')).toMatchObject({ ends: ['job:108', 'ghost:4'] });
    expect(layout.labels.map((label) => label.text)).toEqual(
      expect.arrayContaining([
        'goes first',
        'adopted by 1',
        'siblings',
        'stack level 0',
        'level 1',
        'level 2',
      ]),
    );
  });

  it('hangs 6 beside 3, with the black line from the rail', () => {
    expect(link(layout, 'link:job:106')).toMatchObject({
      kind: 'child',
      number: 6,
      ends: ['job:106', 'job:103'],
    });
    const black = link(layout, 'lead:106');
    expect(black?.kind).toBe('current');
    expect(black?.points[1]).toEqual([(mark(6)?.x ?? 0) + (mark(6)?.width ?? 0) / 2, mark(6)?.y]);
    expect(layout.stations.filter((station) => station.current).map((station) => station.number)).toEqual([
      6,
    ]);
  });

  it('shows balances as the engine holds them', () => {
    const corners = layout.jobs.map((job) =>
      job.kind === 'card' ? `${job.job.number} ${job.balance}`.trim() : '',
    );
    expect(corners).toEqual(['7', '8', '1 owes 12', '2', '6', '3 owes 2', '5']);
  });

  it('writes 1/2 and the age under 7', () => {
    expect(mark(7)).toMatchObject({ footer: '1/2', age: '60s' });
  });
});

describe('ghosts', () => {
  it('ends in a bar when no job adopted the children', () => {
    const layout = draw(ORPHANS);
    expect(layout.ghosts).toMatchObject([{ number: 1, level: 0, adopter: 0, children: [2, 7, 8] }]);
    expect(link(layout, 'stub:ghost:1')?.kind).toBe('stub');
    expect(link(layout, 'link:ghost:1')).toBeUndefined();
  });

  it('hang from each other', () => {
    const layout = draw(TWO_GHOSTS);
    expect(
      layout.ghosts.map(({ number, level, adopter, children }) => ({ number, level, adopter, children })),
    ).toEqual([
      { number: 5, level: 2, adopter: 1, children: [6] },
      { number: 4, level: 1, adopter: 1, children: [5, 7] },
    ]);
    expect(link(layout, 'link:ghost:5')?.ends).toEqual(['ghost:5', 'ghost:4']);
    expect(layout.labels.filter((label) => label.text === 'adopted by 1')).toHaveLength(1);
  });

  it('have their own column when a job of their level stands between their children', () => {
    const layout = draw('2! L2 x2 <1 ?9\n3 L1 s2 <1\n4! L2 x2 <1 ?9\n1* L0 d9s9 9x3');
    const ghost = layout.ghosts[0];
    const between = layout.jobs.find((mark) => mark.job.number === 3);
    expect(ghost !== undefined && between !== undefined && overlaps(ghost, between)).toBe(false);
  });
});

describe('level of detail', () => {
  const kinds = (picture: string, change: Partial<StageInput> = {}) => {
    const layout = draw(picture, change);
    const count = (kind: string) => layout.jobs.filter((mark) => mark.kind === kind).length;
    return { cards: count('card'), bars: count('bar'), dense: layout.dense?.jobs.ids.length ?? 0 };
  };

  it.each([
    ['all cards while they fit', RECORDED_PICTURE, { cards: 7, bars: 0, dense: 0 }],
    ['a tail of bars after eight', WHOLE_PICTURE, { cards: 8, bars: 3, dense: 0 }],
    ['bars, with current, parent and candidate as cards', crowd(60), { cards: 3, bars: 57, dense: 0 }],
    ['columns above 60', crowd(300), { cards: 3, bars: 0, dense: 300 }],
    ['density above 400', crowd(2000), { cards: 3, bars: 0, dense: 2000 }],
  ])('%s', (_, picture, expected) => {
    expect(kinds(picture)).toEqual(expected);
  });

  it('always shows the selection as a card', () => {
    expect(kinds(WHOLE_PICTURE, { selected: 12 })).toEqual({ cards: 9, bars: 2, dense: 0 });
    expect(kinds(crowd(300), { selected: 200 })).toEqual({ cards: 4, bars: 0, dense: 300 });
  });

  it('keeps the size of others when the selection or the candidate changes', () => {
    const sizes = (change: Partial<StageInput>) => {
      const layout = draw(WHOLE_PICTURE, change);
      return layout.jobs
        .filter((mark) => [1, 2, 3, 7].includes(mark.job.number))
        .map((mark) => [mark.width, mark.height]);
    };
    expect(sizes({ selected: 12 })).toEqual(sizes({}));
    expect(sizes({ candidate: 111 })).toEqual(sizes({}));
  });

  it('uses at most one pixel per job when there are more jobs than pixels', () => {
    expect(draw(crowd(2000)).dense?.pitch).toBeLessThan(1);
    expect(draw(crowd(100)).dense?.pitch).toBe(7);
  });
});

describe('preemption off', () => {
  it('has columns of one entry and no coins', () => {
    const layout = draw('1* L0 d4s20', {}, 1);
    const card = layout.jobs[0];
    expect(card?.kind === 'card' && card.block.coins).toEqual([]);
    expect(card?.kind === 'card' && card.balance).toBe('');
  });
});

describe('the key', () => {
  const fits = (picture: string, change: Partial<StageInput>) => {
    const input = inputOf(picture, change);
    return keyFits(stageLayout(input), input);
  };

  it('opens by itself only where it covers nothing', () => {
    expect(fits('1* L0 d8s16', { width: 872, height: 577 })).toBe(true);
    expect(fits('1* L0 d8s16', { width: 872, height: 300 })).toBe(false);
    expect(fits(WHOLE_PICTURE, { width: 600, height: 230 })).toBe(false);
  });

  it('explains the marks that are there, each in the colour of a message that has it', () => {
    const { job, entries, coins, blockers } = keyLines(inputOf('2* L1 b1s2 <1\n1 L0 d6s16 2x3\n3! L0 x2'));
    expect(job.number).toBe(1);
    expect(entries.map(({ mark, number }) => `${mark}${number}`)).toEqual(['d1', 'b2', 's1', 'x3']);
    expect(coins.map(({ mark, paidFor = 0 }) => `${mark}${paidFor}`)).toEqual(['spent2', 'future0']);
    expect(blockers).toBe(true);
  });
});

describe('the size of the picture', () => {
  const card = (layout: StageLayout, number = 1) => layout.jobs.find((mark) => mark.job.number === number);
  const BOX = { width: 872, height: 577 };

  it('fills the stage with a single card, up to 0.43 of the width', () => {
    const layout = draw('1* L0 d8s16', BOX);
    const width = card(layout)?.width ?? 0;
    expect(width / BOX.width).toBeGreaterThan(0.4);
    expect(width / BOX.width).toBeLessThanOrEqual(0.435);
  });

  it('keeps room for a preemption, so that nothing else moves or is resized', () => {
    const before = draw('1* L0 d8s16\n2 L0 s3', BOX);
    const after = draw('2* L1 s3 <1\n1 L0 d8s16 2x3', BOX);
    expect(after.metrics.cell).toBe(before.metrics.cell);
    expect(before.vacant?.width).toBe(card(before, 2)?.width);
    expect(before.vacant?.x).toBeLessThan(card(before)?.x ?? 0);
  });

  it('keeps no room for jobs that can never preempt the current one', () => {
    expect(draw('1* L0 d1s3\n2 L0 s3', BOX).vacant).toBeNull();
    expect(draw('1* L0 d8s16\n2 L0 s3', BOX, 1).vacant).toBeNull();
  });

  it('keeps the columns of a card when other jobs come and go', () => {
    const columns = (picture: string) => {
      const mark = card(draw(picture, BOX));
      return mark?.kind === 'card' ? new Set(mark.block.coins.map(({ x }) => x)).size : 0;
    };
    expect(columns('1* L0 d8s16')).toBe(12);
    expect(columns('1* L0 d8s16\n2 L0 s3\n3 L0 s8')).toBe(12);
    expect(columns('2* L1 s3 <1\n1 L0 d8s16 2x3\n3 L0 s8\n4 L0 s8')).toBe(12);
  });

  it('hangs a preempting card half beside the one that paid, with a note', () => {
    const layout = draw('2* L1 s3 <1\n1 L0 d8s16 2x3', BOX);
    const [front, payer] = [card(layout, 2), card(layout)];
    expect(front?.y).toBeLessThan((payer?.y ?? 0) + (payer?.height ?? 0));
    expect(layout.labels.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['front of the list', 'end of the list', 'goes first', '1 paid 3 coins for 2']),
    );
  });
});

describe('two stages beside each other', () => {
  const on = inputOf('1 L0 d8s16\n2 L0 s3', { width: 690, height: 330 });
  const off = inputOf('1 L0 d8s16\n2 L0 s3', { width: 690, height: 330 }, 0);
  const first = stageLayout({ ...on, beside: off });
  const second = stageLayout({ ...off, beside: on });

  it('have cells of one size and rails at one height', () => {
    expect(second.metrics.cell).toBe(first.metrics.cell);
    expect(second.rail?.y).toBe(first.rail?.y);
  });

  it('have as many columns in the card of a message, also where it earns no coins', () => {
    const widths = (layout: StageLayout) => layout.jobs.map((mark) => mark.width);
    expect(widths(second)).toEqual(widths(first));
    expect(second.jobs.map((mark) => mark.height)).toEqual(first.jobs.map((mark) => mark.height));
    // Without the second stage beside it, the card of the same message is narrower, because it has no columns of coins.
    expect(widths(stageLayout(off))[0]).toBeLessThan(widths(first)[0] ?? 0);
  });
});
