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
  const tiles = strip.slots.slice(from, from + MOST).map((number, i) => ({
    place: from + i,
    number,
    future: strip.opens > 0 && from + i >= strip.opens,
    preempts: strip.preemptions.includes(from + i),
  }));
  const rows: PictureTile[][] = [];
  for (let i = 0; i < tiles.length; i += PER_ROW) rows.push(tiles.slice(i, i + PER_ROW));
  return rows;
}

function bestWindow({ slots, preemptions }: StoredStrip): number {
  const last = Math.max(0, slots.length - MOST);
  let best = 0;
  let most = -1;
  for (let from = 0; from <= last; from += 1) {
    const held = preemptions.filter((at) => at >= from && at < from + MOST).length;
    if (held > most) {
      most = held;
      best = from;
    }
  }
  return best;
}
