import type { DeliveryId } from '../../protocol/ids.ts';
import type { DeliveryRow } from '../../protocol/rows.ts';

/** Geometry of the strip of delivery slots, in pixels: one tile per slot, from left to right. */

export interface TileMark {
  /** Id of the delivery; 0 for the next, still open one. */
  id: DeliveryId;
  number: number;
  x: number;
  width: number;
}

/** Consecutive tiles of one message, where tiles are too narrow to draw separately. */
export interface BandMark {
  /** Id of its first delivery. */
  id: DeliveryId;
  number: number;
  x: number;
  width: number;
  count: number;
}

/** A preemption. A label that would cover others is omitted. */
export interface PreemptionMark {
  id: DeliveryId;
  x: number;
  /** "" when there is no room. */
  text: string;
  textX: number;
  /** Line of text, 0 = nearest to the tiles; −1 = no text, and the mark's line ends at the tiles. */
  lane: number;
}

export interface StripLayout {
  /** Tiles with numbers (14 px or wider), tiles without (4 px or wider), or bands. */
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
/** Upper estimate of a character's width in a preemption label (11 px font). */
const CHARACTER = 6;

/** Number of tiles that fit. Grows in steps of a quarter, so that tiles keep their width for many steps. */
export function stripCapacity(count: number, width: number, unit: number): number {
  let capacity = Math.max(8, Math.floor(width / (TILE_MAX * unit)));
  while (capacity < count) capacity = Math.ceil(capacity * 1.25);
  return capacity;
}

interface StripOptions {
  /** The word between the two jobs of a preemption. */
  preempts?: string;
  /** The run has nothing left to do, so there is no tile of the next turn. */
  over?: boolean;
}

/** Layout of the shown deliveries, oldest first; `unit`: pixels per design pixel. */
export function stripLayout(
  deliveries: readonly DeliveryRow[],
  width: number,
  unit: number,
  { preempts = 'preempts', over = false }: StripOptions = {},
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
    next: over ? null : { x: deliveries.length * pitch, width: Math.max(pitch - gap, 10 * unit) },
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
 * Places labels from right to left, so that the latest ones are kept. A label may extend over the lines of lower
 * labels, but no line may cut a label; so of two neighbours the left one is higher.
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
    // Near the right end, the label is left of its line.
    const textX = x + 4 * unit + length <= width ? x + 4 * unit : x - 4 * unit - length;
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

/** Text of the strip for screen readers, such as `1 1 1 4 4`; long strips give only their end. */
export function stripText(deliveries: readonly DeliveryRow[], most = 60): string {
  const shown = deliveries.slice(-most).map((row) => row.number);
  return `${deliveries.length > most ? '… ' : ''}${shown.join(' ')}`;
}
