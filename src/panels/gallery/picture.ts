import { STRIPS, type StoredStrip } from './strips.ts';

/** Tiles of one row, and rows of one picture. */
const PER_ROW = 12;
const MOST = 24;

/** One delivery slot in the picture of a scene. */
export interface PictureTile {
  place: number;
  number: number;
  /** After the instant at which the scene opens. */
  future: boolean;
  /** The tile before which a preemption took place. */
  preempts: boolean;
}

/**
 * The tiny picture of a scene: its own delivery slots round the instant at which it opens. Long runs show the window in
 * which most changes hands, because that is what the scene is about.
 */
export function scenePicture(id: string): PictureTile[][] {
  const strip = STRIPS[id];
  if (strip === undefined) return [];
  const from = bestWindow(strip);
  const tiles = strip.deliverySlots.slice(from, from + MOST).map((number, i) => ({
    place: from + i,
    number,
    future: strip.opens > 0 && from + i >= strip.opens,
    preempts: strip.preemptions.includes(from + i),
  }));
  const count = Math.ceil(tiles.length / PER_ROW);
  const perRow = Math.ceil(tiles.length / Math.max(1, count));
  return Array.from({ length: count }, (_, row) => tiles.slice(row * perRow, (row + 1) * perRow));
}

/** First tile of the part that holds most preemptions; of equal parts the one with them nearest to its middle. */
function bestWindow({ deliverySlots, preemptions, opens }: StoredStrip): number {
  const last = Math.max(0, deliverySlots.length - MOST);
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let from = 0; from <= last; from += 1) {
    const held = preemptions.filter((at) => at >= from && at < from + MOST);
    const off = held.reduce((sum, at) => sum + Math.abs(at - from - MOST / 2), 0) / Math.max(1, held.length);
    const seesOpening = opens === 0 || (opens >= from && opens <= from + MOST) ? 1 : 0;
    const worth = seesOpening * 1000 + held.length * 100 - off;
    if (worth > most) {
      most = worth;
      best = from;
    }
  }
  return best;
}
