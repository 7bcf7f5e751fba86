import type { WheelRow } from '../../protocol/rows.ts';
import type { Micros } from '../../protocol/units.ts';

/** Side of the wheel's square, in units of the view box. */
export const WHEEL_BOX = 172;
const HUB = 26;
const OUTER = 84;
const GUTTER = 3;
/**
 * Above this number of segments, a ring draws only armed segments, because all of them would not leave visible gaps.
 */
const MOST_SEGMENTS = 60;

/** Largest count drawn without a background. A larger count is wider than its segment, so it gets a background. */
export const WIDE = 99;

export interface WheelSegment {
  key: string;
  level: number;
  index: number;
  path: string;
  count: number;
  due: Micros;
  /** True for the bucket of the level's current position. */
  here: boolean;
  /** Centre of the segment, for its number. */
  x: number;
  y: number;
}

/** Shapes of the wheel, centred at (0, 0). */
export interface WheelPicture {
  segments: WheelSegment[];
  /** Rings of a level with too many buckets to draw separately. */
  rings: { level: number; inner: number; outer: number }[];
  hand: { x0: number; y0: number; x1: number; y1: number };
  levels: { level: number; tick: Micros; inner: number; outer: number }[];
}

/**
 * Level 1 is the inner ring; a timer moves inwards until it is due. Bucket i has the same angle on every level, for
 * comparison. An empty wheel shows level 1 only; further rings appear when first needed.
 */
export function wheelLayout(wheel: WheelRow, now: Micros): WheelPicture {
  const count = Math.max(1, wheel.levels.length);
  const thickness = Math.min(17, (OUTER - HUB - 4 - GUTTER * (count - 1)) / count);
  const segments: WheelSegment[] = [];
  const rings: WheelPicture['rings'] = [];
  const levels: WheelPicture['levels'] = [];
  for (const [level, ring] of wheel.levels.entries()) {
    const inner = HUB + 4 + level * (thickness + GUTTER);
    const outer = inner + thickness;
    levels.push({ level, tick: ring.tick, inner, outer });
    if (wheel.size > MOST_SEGMENTS) rings.push({ level, inner, outer });
    segments.push(...ringSegments(wheel.size, level, ring, inner, outer));
  }
  return { segments, rings, levels, hand: handAt(wheel, now, levels[0]?.outer ?? OUTER) };
}

function ringSegments(
  size: number,
  level: number,
  ring: WheelRow['levels'][number],
  inner: number,
  outer: number,
): WheelSegment[] {
  const gap = size > MOST_SEGMENTS ? 0 : 0.03;
  const here = Math.floor(ring.currentTime / ring.tick) % size;
  const armed = new Map(ring.buckets.map((bucket) => [bucket.index, bucket]));
  const out: WheelSegment[] = [];
  for (let index = 0; index < size; index += 1) {
    const bucket = armed.get(index);
    if (size > MOST_SEGMENTS && bucket === undefined && index !== here) continue;
    const a0 = (index / size) * 2 * Math.PI;
    const a1 = ((index + 1) / size) * 2 * Math.PI;
    const [x, y] = polar((inner + outer) / 2, (a0 + a1) / 2);
    out.push({
      key: `${level}-${index}`,
      level,
      index,
      path: segmentPath(inner, outer, a0, a1, gap),
      count: bucket?.count ?? 0,
      due: bucket?.due ?? 0,
      here: index === here,
      x,
      y,
    });
  }
  // Draw the outlined bucket last, so that neighbours do not cover its outline, and wide numbers just before that.
  const rank = ({ here: last, count }: WheelSegment): number => Number(last) * 2 + Number(count > WIDE);
  return out.sort((a, b) => rank(a) - rank(b));
}

/**
 * Ring segment between two angles, in radians from above. The gap between neighbours is equally wide at both radii: as
 * wide as the angle `gap` in the middle of the ring. No package is used, because the one that does this is larger than
 * the dock.
 */
function segmentPath(inner: number, outer: number, a0: number, a1: number, gap: number): string {
  const half = ((inner + outer) / 2) * Math.sin(gap / 2);
  const [cutInner, cutOuter] = [Math.asin(half / inner), Math.asin(half / outer)];
  const point = (radius: number, angle: number): string =>
    polar(radius, angle)
      .map((v) => Math.round(v * 1000) / 1000)
      .join(',');
  const edge = (radius: number, cut: number, to: number): string =>
    `A${radius},${radius},0,${Number(a1 - a0 - 2 * cut >= Math.PI)},${Number(to > a0 + cut)},${point(radius, to)}`;
  return (
    `M${point(outer, a0 + cutOuter)}${edge(outer, cutOuter, a1 - cutOuter)}` +
    `L${point(inner, a1 - cutInner)}${edge(inner, cutInner, a0 + cutInner)}Z`
  );
}

function handAt(wheel: WheelRow, now: Micros, outer: number): WheelPicture['hand'] {
  const tick = wheel.levels[0]?.tick ?? wheel.tick;
  const angle = ((now / tick) % wheel.size) * ((2 * Math.PI) / wheel.size);
  const [x0, y0] = polar(HUB - 4, angle);
  const [x1, y1] = polar(outer, angle);
  return { x0, y0, x1, y1 };
}

function polar(radius: number, angle: number): [number, number] {
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}
