import { cellsLeft } from './metrics.ts';
import type { CoinPlace, Place } from '../../charts/cells.ts';
import type { CardMark, Point, Rect, StageLayout } from './stage-marks.ts';

/** A hovered coin, the column that earns it, and a sentence about both. */
export interface CoinFound {
  /** Number of the message on which the coin was spent, 0 = free or not earned yet. */
  number: number;
  /** Bounds of the entries below it, in content coordinates. */
  column: Rect;
  /** Top of the card relative to the column; the sentence is above the card. */
  cardTop: number;
  words: string;
}

const STATES = ['d', 'f', 'b', 's', 'x'] as const;

/** The coin at a position of the content, or null. A card that is too full for single coins has none. */
export function coinAt(layout: StageLayout, x: number, y: number): CoinFound | null {
  for (const mark of layout.jobs) {
    if (mark.kind !== 'card' || x < mark.x || x > mark.x + mark.width || y < mark.y) continue;
    if (y > mark.y + mark.height || mark.block.per !== 1) continue;
    const [left, top] = blockOrigin(mark, layout);
    const { cell, coins } = mark.block;
    // A coin's area includes half of the gap on each side, because a coin is small.
    const coin = coins.find(
      (c) =>
        Math.abs(left + c.x + cell / 2 - x) <= cell * 0.7 && Math.abs(top + c.y + cell / 2 - y) <= cell * 0.7,
    );
    if (coin !== undefined) return foundOf(mark, coin, layout);
  }
  return null;
}

function foundOf(mark: CardMark, coin: CoinPlace, layout: StageLayout): CoinFound | null {
  const [left, top] = blockOrigin(mark, layout);
  const { cell, coins } = mark.block;
  const below = columnBelow(mark, coin);
  const last = below.at(-1) ?? coin;
  const place = coins.indexOf(coin);
  const { cost } = mark.job;
  return {
    number: coin.kind === 'free' || coin.kind === 'future' ? 0 : coin.number,
    column: {
      x: left + coin.x - 2,
      y: top + coin.y - 2,
      width: cell + 4,
      height: last.y + cell - coin.y + 4,
    },
    cardTop: mark.y - (top + coin.y - 2),
    words: wordsOf(coin, place * cost + 1, (place + 1) * cost, mark.job.number),
  };
}

/** Entries below a coin, from the top: in the same band, down to the next coin. */
function columnBelow({ block }: CardMark, coin: CoinPlace): Place[] {
  const nextBand = Math.min(
    ...block.coins.filter((c) => c.y > coin.y).map((c) => c.y),
    Number.POSITIVE_INFINITY,
  );
  return STATES.flatMap((state) => block.cells[state])
    .filter((place) => Math.abs(place.x - coin.x) < 1 && place.y > coin.y && place.y < nextBand)
    .toSorted((a, b) => a.y - b.y);
}

function wordsOf(coin: CoinPlace, first: number, last: number, owner: number): string {
  const join = last - first === 1 ? 'and' : 'to';
  const entries = first === last ? `entry ${first}` : `entries ${first} ${join} ${last}`;
  switch (coin.kind) {
    case 'free':
      return `earned by ${entries}, free to spend`;
    case 'spent':
      return `earned by ${entries}, spent on ${coin.number}`;
    case 'owed':
      return `spent on ${coin.number} in advance; ${entries} of ${owner} will earn it`;
    default:
      return `${entries} will earn it`;
  }
}

/** Position of coins and cells in a card; the stylesheet uses the same values. */
export function blockOrigin(mark: CardMark, { metrics: m, orientation }: StageLayout): Point {
  if (orientation === 'outline') {
    return [mark.x + cellsLeft(m), mark.y + (mark.height - mark.block.height) / 2];
  }
  return [mark.x + m.padX + 1, mark.y + m.padTop + 1 + m.chip + m.rowGap];
}
