import { describe, expect, it } from 'vitest';
import { balanceText, coinsOf } from '../../src/charts/coins.ts';
import { cellBlock } from '../../src/charts/cells.ts';
import { drawList, RECORDED_PICTURE, WHOLE_PICTURE } from '../fixtures/rows.ts';

/** Writes coins as text: kind, count, and the message on which they were spent. */
function coins(picture: string, number: number, cost = 2): string {
  const job = drawList(picture, cost).jobs.find((row) => row.number === number);
  if (job === undefined) throw new Error(`no job ${number}`);
  const runs = coinsOf(job).map(
    (run) => `${run.kind} ${run.count}${run.number === 0 ? '' : ` on ${run.number}`}`,
  );
  return `${runs.join(', ')} | ${balanceText(job)}`;
}

describe('coinsOf', () => {
  it.each([
    [
      'the document’s job 1, as the software held it',
      RECORDED_PICTURE,
      1,
      'spent 2 on 4, owed 12 on 4, future 2 | owes 12',
    ],
    ['its job 3', RECORDED_PICTURE, 3, 'spent 2 on 6, owed 2 on 6, future 6 | owes 2'],
    ['one entry of two is half a slot', RECORDED_PICTURE, 2, 'future 10 | '],
    ['the design’s job 1', WHOLE_PICTURE, 1, 'spent 7 on 4, owed 3 on 4, future 2 | owes 3'],
    ['the design’s job 6', WHOLE_PICTURE, 6, 'free 1, future 3 | +1'],
    ['nothing selected yet', '5 L0 s12 +20', 5, 'future 6 | '],
    ['all used up', '5 L0 d8', 5, 'free 4 | +4'],
    ['spent on two in turn', '5 L0 d8s4 2x1 3x2', 5, 'spent 1 on 2, spent 2 on 3, free 1, future 2 | +1'],
    [
      'the debt is on the last',
      '5 L0 d4s8 2x1 3x3',
      5,
      'spent 1 on 2, spent 1 on 3, owed 2 on 3, future 2 | owes 2',
    ],
    [
      'half a slot of debt owes the whole',
      '5 L0 d3s5 2x2',
      5,
      'spent 1 on 2, owed 1 on 2, future 2 | owes 1',
    ],
  ])('%s', (_, picture, number, expected) => {
    expect(coins(picture, number)).toBe(expected);
  });

  it('earns nothing below a cost of 2: preemption is off', () => {
    expect(coins('5 L0 d8s4', 5, 1)).toBe(' | ');
  });

  it('follows the balance when the cost changes in mid-run', () => {
    // At cost 2, 8 selections earned 4 slots. At cost 5 the same balance is one slot.
    expect(coins('5 L0 d8s12 =8', 5, 5)).toBe('free 1, future 3 | +1');
  });
});

describe('cellBlock', () => {
  const metrics = { cell: 8, gap: 2, coinGap: 3, columnsMax: 24 };
  const block = (picture: string, cost: number) => cellBlock(drawList(picture, cost).jobs[0]!, metrics);

  it('fills columns of the height of the cost, coins above them', () => {
    const { cells, coins: discs, width, height } = block('1 L0 d3s2', 2);
    expect(cells.d).toEqual([
      { x: 0, y: 11 },
      { x: 0, y: 21 },
      { x: 10, y: 11 },
    ]);
    expect(cells.s).toEqual([
      { x: 10, y: 21 },
      { x: 20, y: 11 },
    ]);
    expect(discs.map(({ x, y, kind }) => [kind, x, y])).toEqual([
      ['free', 0, 0],
      ['future', 10, 0],
    ]);
    expect([width, height]).toEqual([28, 29]);
  });

  it('reserves no room for coins when there are none', () => {
    expect(block('1 L0 s3', 1)).toMatchObject({ height: 8, width: 28, coins: [] });
  });

  it('breaks a wide block into bands of equal length, each with its coins', () => {
    const wide = block('1 L0 s60', 2);
    expect(new Set(wide.coins.map((coin) => coin.y)).size).toBe(2);
    expect(wide.coins.filter((coin) => coin.y === 0)).toHaveLength(15);
  });

  it('shows unread recipients as dots, in at most four columns', () => {
    expect(block('1 L0 s12 +3', 2).unread).toHaveLength(3);
    expect(block('1 L0 s12 +90', 2).unread).toHaveLength(8);
  });

  it('draws one cell a column above 120 entries and never hides a running one', () => {
    const many = block('1 L0 d100b1s60', 2);
    expect(many.per).toBe(2);
    expect([many.cells.d.length, many.cells.b.length, many.cells.s.length]).toEqual([50, 1, 30]);
  });

  it('draws proportions above 120 columns, nothing thinner than 2 px', () => {
    const { bar, coinBar, cells } = block('1 L0 d300b1s900x4', 2);
    expect(cells.d).toEqual([]);
    expect(bar?.parts.map((part) => part.state)).toEqual(['d', 'b', 's', 'x']);
    expect(Math.min(...(bar?.parts ?? []).map((part) => part.width))).toBeGreaterThanOrEqual(2);
    expect(coinBar?.parts.map((part) => part.kind)).toEqual(['free', 'future']);
  });
});
