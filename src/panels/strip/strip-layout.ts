import type { DeliveryId } from '../../protocol/ids.ts';
import type { DeliveryRow } from '../../protocol/rows.ts';

/** Geometry of the strip of delivery slots: one tile each, from left to right. Pixels. */

export interface TileMark {
  /** Id of the delivery; 0 for the next, still open one. */
  id: DeliveryId;
  number: number;
  x: number;
  width: number;
}

/** A run of tiles of one message, where tiles are too thin to be drawn one by one. */
export interface BandMark {
  /** Id of its first delivery. */
  id: DeliveryId;
  number: number;
  x: number;
  width: number;
  count: number;
}

/** Where a job preempted another. A label that would cover others is left out. */
export interface PreemptionMark {
  id: DeliveryId;
  x: number;
  /** "" when there is no room. */
  text: string;
  textX: number;
  /** Line of words, 0 = nearest to the tiles; −1 = no words, and the line ends at the tiles. */
  lane: number;
}

export interface StripLayout {
  /** Tiles with numbers (14 px or more), without (4 or more), or bands. */
  mode: 'numbers' | 'plain' | 'bands';
  pitch: number;
  tiles: TileMark[];
  bands: BandMark[];
  preemptions: PreemptionMark[];
  next: { x: number; width: number } | null;
}

export const LABEL_LANES = 2;
const LANES = [0, 1];

const TILE_MAX = 30;
const NUMBERS_FROM = 14;
const PLAIN_FROM = 4;
/** Width of a character of a preemption's label (9.5 px type), an upper estimate. */
const CHARACTER = 5.4;

/**
 * Tiles that the strip has room for. It grows by a quarter at a time, so that tiles keep their width for many steps
 * instead of shrinking a little at each.
 */
export function stripCapacity(count: number, width: number, unit: number): number {
  let capacity = Math.max(8, Math.floor(width / (TILE_MAX * unit)));
  while (capacity < count) capacity = Math.ceil(capacity * 1.25);
  return capacity;
}

/** Layout for the deliveries shown, oldest first; `unit` = pixels of a design pixel; `preempts` = what stands between the two. */
export function stripLayout(
  deliveries: readonly DeliveryRow[],
  width: number,
  unit: number,
  preempts = 'preempts',
): StripLayout {
  const capacity = stripCapacity(deliveries.length + 1, width, unit);
  const pitch = Math.min(TILE_MAX * unit, width / capacity);
  const mode = pitch >= NUMBERS_FROM * unit ? 'numbers' : pitch >= PLAIN_FROM * unit ? 'plain' : 'bands';
  const gap = mode === 'numbers' ? 1.5 * unit : mode === 'plain' ? 1 : 0;
  const tiles =
    mode === 'bands'
      ? []
      : deliveries.map((row, i) => ({ id: row.id, number: row.number, x: i * pitch, width: pitch - gap }));
  return {
    mode,
    pitch,
    tiles,
    bands: mode === 'bands' ? bandsOf(deliveries, pitch) : [],
    preemptions: preemptionsOf(deliveries, pitch, width, unit, preempts),
    next: { x: deliveries.length * pitch, width: Math.max(pitch - gap, 10 * unit) },
  };
}

function bandsOf(deliveries: readonly DeliveryRow[], pitch: number): BandMark[] {
  const bands: BandMark[] = [];
  deliveries.forEach((row, i) => {
    const last = bands.at(-1);
    if (last !== undefined && last.number === row.number) {
      last.count += 1;
      last.width = last.count * pitch;
    } else bands.push({ id: row.id, number: row.number, x: i * pitch, width: pitch, count: 1 });
  });
  return bands;
}

/**
 * Words from the right to the left, so that the latest are kept. A line of words may hang over lines that are shorter
 * than it is high, never be cut by one: of two neighbours the left one is written above the right one.
 */
function preemptionsOf(
  deliveries: readonly DeliveryRow[],
  pitch: number,
  width: number,
  unit: number,
  preempts: string,
): PreemptionMark[] {
  const placed: (PreemptionMark & { end: number })[] = [];
  for (let i = deliveries.length - 1; i >= 0; i -= 1) {
    const row = deliveries[i] as DeliveryRow;
    if (row.preempted === 0) continue;
    const x = i * pitch;
    const text = `${row.preemptor} ${preempts} ${row.preempted}`;
    const length = text.length * CHARACTER * unit;
    const textX = Math.min(x + 4 * unit, width - length);
    const end = textX + length + 6 * unit;
    const free = (lane: number): boolean =>
      placed.every(
        (other) =>
          (other.lane !== lane || other.text === '' || end <= other.textX || other.end <= textX) &&
          (other.text === '' || x < other.textX || x > other.end || lane < other.lane) &&
          (other.x <= textX || other.x >= end || other.lane < lane),
      );
    const lane = LANES.find(free);
    placed.push({ id: row.id, x, text: lane === undefined ? '' : text, textX, lane: lane ?? -1, end });
  }
  return placed.map(({ end: _, ...mark }) => mark).toReversed();
}

/** The strip for a screen reader, in runs: `1 1 1 4 4`. Long strips give their end. */
export function stripText(deliveries: readonly DeliveryRow[], most = 60): string {
  const shown = deliveries.slice(-most).map((row) => row.number);
  return `${deliveries.length > most ? '… ' : ''}${shown.join(' ')}`;
}
