import { bisectRight } from 'd3';
import type { DeliverySlotColumns } from '../../protocol/studies.ts';
import type { Micros } from '../../protocol/units.ts';
import { stripCapacity } from '../strip/strip-layout.ts';

/** Geometry of two strips of delivery slots that stand one above the other, in pixels. */
export interface PairLayout {
  pitch: number;
  /** Whole length; more than the width = it scrolls. */
  length: number;
  /** Tiles of each strip up to the instant. */
  a: number;
  b: number;
  /** Place of the line at the first difference; −1 = not reached yet, or there is none. */
  line: number;
}

const TILE_MAX = 30;
/** Below this a number does not fit; from there on the strips scroll. */
const TILE_MIN = 17;

/** Both strips at one instant. They share the pitch, so that slots stand under each other. */
export function pairLayout(
  a: DeliverySlotColumns,
  b: DeliverySlotColumns,
  same: number,
  { now, width, unit }: { now: Micros; width: number; unit: number },
): PairLayout {
  const ofA = bisectRight(a.at, now);
  const ofB = bisectRight(b.at, now);
  const count = Math.max(ofA, ofB) + 1;
  const pitch = Math.max(
    TILE_MIN * unit,
    Math.min(TILE_MAX * unit, width / stripCapacity(count, width, unit)),
  );
  const line = same < Math.max(ofA, ofB) ? same * pitch : -1;
  return { pitch, length: count * pitch, a: ofA, b: ofB, line };
}
