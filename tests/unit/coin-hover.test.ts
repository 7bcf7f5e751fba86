import { describe, expect, it } from 'vitest';
import { blockOrigin, coinAt } from '../../src/panels/stage/coin-hover.ts';
import { stageLayout } from '../../src/panels/stage/layout.ts';
import type { CardMark } from '../../src/panels/stage/stage-marks.ts';
import { drawList } from '../fixtures/rows.ts';

const { jobs, transport } = drawList('2* L1 d1s3 <1 @4\n1 L0 d8s12 2x2 @0', 2);
const layout = stageLayout({
  jobs,
  order: 'scheduler',
  current: transport.current,
  candidate: 0,
  candidateScore: 0,
  selected: 0,
  now: 9,
  width: 900,
  height: 320,
  rem: 16,
  annotations: false,
});
const card = layout.jobs.find((mark) => mark.job.number === 1) as CardMark;
const [left, top] = blockOrigin(card, layout);

function at(place: number) {
  const coin = card.block.coins[place] as { x: number; y: number };
  return coinAt(layout, left + coin.x + card.block.cell / 2, top + coin.y + card.block.cell / 2);
}

describe('a coin under the pointer', () => {
  it('names the entries that earned it and whom it was spent on', () => {
    expect(at(0)).toMatchObject({ number: 2, words: 'earned by entries 1 and 2, spent on 2' });
    expect(at(2)).toMatchObject({ number: 0, words: 'earned by entries 5 and 6, free to spend' });
    expect(at(9)).toMatchObject({ number: 0, words: 'entries 19 and 20 will earn it' });
  });

  it('frames its column and nothing else', () => {
    const { cell } = card.block;
    const found = at(3);
    expect(found?.column.width).toBe(cell + 4);
    expect(found?.column.height).toBeGreaterThan(cell * 3);
    expect(found?.column.height).toBeLessThan(cell * 4.5);
  });

  it('does not exist between the cards, on cells or on numbers', () => {
    expect(coinAt(layout, 1, 1)).toBeNull();
    expect(coinAt(layout, left + 1, top + card.block.height - 1)).toBeNull();
  });
});
