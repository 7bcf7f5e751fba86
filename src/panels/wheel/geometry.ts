import type { Micros } from '../../protocol/units.ts';
import type { TimerToken, WheelDetail } from '../../protocol/wheel.ts';

/**
 * Positions on the large wheel, in units of its view box. All levels have the same number of buckets, so bucket i has
 * the same angle on each; 0 is at the top, time runs clockwise. Level 1 is the inner ring: timers fall inwards.
 */
export const BOX = { width: 720, height: 704, cx: 360, cy: 352 } as const;
/** Radius of the bucket numbers in the hub; inner and outer edge of all rings. */
const INDEX_RADIUS = 57;
const INNER = 71;
const OUTER = 309;
const GUTTER_SHARE = 0.425;
/** The picture has room for this many rings from the start, so that a new level up to this number moves nothing. */
const RINGS_AT_LEAST = 3;
/** Above this many buckets a level is drawn without gaps between segments. */
export const SINGLE_SEGMENTS = 60;
export const TOKEN = { width: 17, height: 14.5 } as const;
const TAU = 2 * Math.PI;

export interface Point {
  x: number;
  y: number;
}

export interface Ring {
  level: number;
  inner: number;
  outer: number;
  /** Radius along which timers fall into this ring, and radius of its labels; both are just outside of the ring. */
  lane: number;
  label: number;
  /** True if the level exists. */
  made: boolean;
}

/** Rings, innermost first. Levels that do not exist yet are dashed circles; the last of them is outside of `OUTER`. */
export function ringsFor(levels: number): Ring[] {
  const count = Math.max(RINGS_AT_LEAST, levels);
  const pitch = (OUTER - INNER) / (count - GUTTER_SHARE);
  const thick = pitch * (1 - GUTTER_SHARE);
  const rings: Ring[] = Array.from({ length: count }, (_, level) => {
    const inner = INNER + level * pitch;
    const outer = inner + thick;
    const gap = pitch - thick;
    return { level, inner, outer, lane: outer + gap * 0.74, label: outer + gap * 0.4, made: level < levels };
  });
  const last = rings.at(-1)!;
  rings.push({
    level: count,
    inner: last.outer + 29,
    outer: last.outer + 36,
    lane: 0,
    label: 0,
    made: false,
  });
  return rings;
}

/** The part of the box for one ring, on a phone. */
const ONE_RING = { x: BOX.cx - 183, y: BOX.cy - 183, size: 366 } as const;

/** The part of the box that is shown: one ring; the existing rings with labels; or all rings with room for the next. */
export function viewBoxOf(
  rings: readonly Ring[],
  one: boolean,
  snug: boolean,
): { x: number; y: number; width: number; height: number } {
  const outer = rings.findLast((ring) => ring.made)?.outer ?? OUTER;
  const half = one ? ONE_RING.size / 2 : outer + LABELS;
  if (!one && !snug) return { x: 0, y: 0, width: BOX.width, height: BOX.height };
  return { x: BOX.cx - half, y: BOX.cy - half, width: 2 * half, height: 2 * half };
}

/** Radius that must be clear of the text in the corners. In a snug picture it includes half of the room for labels. */
export function radiusOf(rings: readonly Ring[], snug: boolean): number {
  const made = rings.findLast((ring) => ring.made)?.outer ?? OUTER;
  return snug ? made + LABELS / 2 : (rings.at(-1)?.outer ?? made);
}

/** Width of the room for labels around the outermost ring. */
const LABELS = 44;

/** Rings for a phone, where one level has all the room. */
export function oneRing(levels: number, only: number): Ring[] {
  return Array.from({ length: levels }, (_, level) =>
    level === only
      ? { level, inner: 74, outer: 150, lane: 166, label: 165, made: true }
      : { level, inner: 0, outer: 0, lane: 0, label: 0, made: false },
  );
}

export function polar(radius: number, angle: number): Point {
  return { x: BOX.cx + radius * Math.sin(angle), y: BOX.cy - radius * Math.cos(angle) };
}

/** Angle of an instant on a level, at which the level's hand points. */
export function angleOf(at: Micros, tick: number, size: number): number {
  return (((at / tick) % size) / size) * TAU;
}

/** Angle at which a bucket begins, in radians clockwise from the top. */
export function edgeAngle(bucket: number, size: number): number {
  return (bucket / size) * TAU;
}

/** Angle of the middle of a bucket, in radians clockwise from the top. */
export function middleAngle(bucket: number, size: number): number {
  return ((bucket + 0.5) / size) * TAU;
}

/** Path commands of an arc from the pen's place, at the angle `from`, to the angle `to`. */
function arcTo(radius: number, from: number, to: number): string {
  const end = polar(radius, to);
  const far = Math.abs(to - from) > Math.PI ? 1 : 0;
  return `A${f(radius)} ${f(radius)} 0 ${far} ${to > from ? 1 : 0} ${f(end.x)} ${f(end.y)}`;
}

/** Outline of the segment of one bucket, slightly smaller than its place. */
export function segmentPath(ring: Ring, bucket: number, size: number): string {
  const gap = size > SINGLE_SEGMENTS ? 0 : 0.9 / ((ring.inner + ring.outer) / 2);
  return bandPath(ring.inner, ring.outer, edgeAngle(bucket, size) + gap, edgeAngle(bucket + 1, size) - gap);
}

/** A piece of a ring between two radii and two angles. */
export function bandPath(inner: number, outer: number, from: number, to: number): string {
  return `M${at(polar(inner, from))}${arcTo(inner, from, to)}L${at(polar(outer, to))}${arcTo(outer, to, from)}Z`;
}

function at({ x, y }: Point): string {
  return `${f(x)} ${f(y)}`;
}

function f(n: number): string {
  return n.toFixed(2);
}

export function bucketAt(
  x: number,
  y: number,
  rings: readonly Ring[],
  size: number,
): { level: number; bucket: number } | null {
  const dx = x - BOX.cx;
  const dy = y - BOX.cy;
  const radius = Math.hypot(dx, dy);
  const ring = rings.find(({ inner, outer, made }) => made && radius >= inner - 2 && radius <= outer + 2);
  if (ring === undefined) return null;
  const angle = (Math.atan2(dx, -dy) + TAU) % TAU;
  return { level: ring.level, bucket: Math.min(size - 1, Math.floor((angle / TAU) * size)) };
}

/** Places of `count` tokens in one bucket, in list order from the hub outwards; null when they do not fit. */
export function tokenPlaces(ring: Ring, bucket: number, size: number, count: number): Point[] | null {
  const angle = middleAngle(bucket, size);
  const middle = (ring.inner + ring.outer) / 2;
  const across = extent(Math.sin(angle), Math.cos(angle), 5);
  const along = extent(Math.cos(angle), Math.sin(angle), 3);
  const columnsFit = Math.max(1, Math.floor(((TAU / size) * middle) / along + 0.15));
  const rowsFit = Math.max(1, Math.floor((ring.outer - ring.inner + 5) / across));
  const wide = (TAU / size) * middle >= Math.min(TOKEN.width, TOKEN.height) - 1;
  if (columnsFit * rowsFit < count || !wide) return null;
  const rows = Math.min(rowsFit, Math.ceil(count / columnsFit));
  const columns = Math.ceil(count / rows);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, count - row * columns);
    const radius = middle + (row - (rows - 1) / 2) * across;
    return polar(radius, angle + (((i % columns) - (inRow - 1) / 2) * along) / radius);
  });
}

/** Room of a token along a direction, with a gap. */
function extent(x: number, y: number, gap: number): number {
  return Math.min(
    (TOKEN.width + gap) / Math.max(0.01, Math.abs(x)),
    (TOKEN.height + gap) / Math.max(0.01, Math.abs(y)),
  );
}

/** Angle from one direction to another: clockwise, or backwards if clockwise is more than three quarters of a turn. */
function turn(from: number, to: number): number {
  const d = (((to - from) % TAU) + TAU) % TAU;
  return d <= TAU * 0.75 ? d : d - TAU;
}

/** A fall from a bucket to a bucket of a lower level, along the lane between the rings. It crosses no timer. */
export interface Fall {
  fromLevel: number;
  fromBucket: number;
  toLevel: number;
  toBucket: number;
}

/** The path of a fall as SVG path commands, `offset` px beside its lane. */
export function fallPath(fall: Fall, rings: readonly Ring[], size: number, offset = 0): string {
  const from = rings[fall.fromLevel];
  const to = rings[fall.toLevel];
  if (from === undefined || to === undefined) return '';
  const a = middleAngle(fall.fromBucket, size);
  const b = a + turn(a, middleAngle(fall.toBucket, size));
  const lane = to.lane + offset;
  const along = Math.abs(b - a) > 0.001 ? arcTo(lane, a, b) : '';
  return `M${at(polar(from.inner - 1, a))}L${at(polar(lane, a))}${along}L${at(polar(to.outer + 2.5, b))}`;
}

/** Points on the path of a fall, for a token that travels it. */
export function fallPoints(fall: Fall, rings: readonly Ring[], size: number, steps: number): Point[] {
  const from = rings[fall.fromLevel];
  const to = rings[fall.toLevel];
  if (from === undefined || to === undefined) return [];
  const a = middleAngle(fall.fromBucket, size);
  const b = a + turn(a, middleAngle(fall.toBucket, size));
  return Array.from({ length: steps + 1 }, (_, i) => polar(to.lane, a + ((b - a) * i) / steps));
}

/** Head of an arrow into a bucket from its lane. */
export function arrowHead(level: number, bucket: number, rings: readonly Ring[], size: number): string {
  const ring = rings[level];
  if (ring === undefined) return '';
  const angle = middleAngle(bucket, size);
  const back = ring.outer + 7.5;
  const half = 3 / back;
  return `M${at(polar(ring.outer + 1.5, angle))}L${at(polar(back, angle - half))}L${at(polar(back, angle + half))}Z`;
}

/** A label on an edge between buckets: the instant at which the bucket after it opens. */
export interface EdgeLabel {
  key: number;
  place: Point;
  at: Micros;
  armed: boolean;
}

/** Labels of one ring: of each edge, or of about twenty when there are more than 24. */
export function edgeLabels(
  ring: Ring,
  { tick, currentTime }: { tick: number; currentTime: number },
  size: number,
  armed: ReadonlySet<number>,
): EdgeLabel[] {
  const every = size > 24 ? Math.ceil(size / 20) : 1;
  const stands = Math.floor(currentTime / tick);
  const labels: EdgeLabel[] = [];
  for (let bucket = 0; bucket < size; bucket += every) {
    labels.push({
      key: bucket,
      place: polar(ring.label, edgeAngle(bucket, size)),
      at: (stands + ((bucket - (stands % size) + size) % size)) * tick,
      armed: armed.has(bucket),
    });
  }
  return labels;
}

/** Bucket numbers in the hub: at most twenty. */
export function indexLabels(size: number): { bucket: number; place: Point }[] {
  const every = size > 24 ? Math.ceil(size / 20) : 1;
  const labels: { bucket: number; place: Point }[] = [];
  // Omit a last label that would overlap the first, when the step does not divide the buckets evenly.
  for (let bucket = 0; bucket <= size - every * 0.75; bucket += every)
    labels.push({ bucket, place: polar(INDEX_RADIUS, middleAngle(bucket, size)) });
  return labels;
}

/** The arc of sleep, from the hand to the start of the next bucket on that bucket's ring; "" when there is none. */
export function sleepArc(detail: WheelDetail, now: Micros, rings: readonly Ring[]): string {
  const next = detail.queue[0];
  const ring = next === undefined ? undefined : rings[next.level];
  const level = next === undefined ? undefined : detail.levels[next.level];
  if (next === undefined || ring?.made !== true || level === undefined || next.due <= now) return '';
  const from = (now / level.tick / detail.size) * TAU;
  const to = (next.due / level.tick / detail.size) * TAU;
  if (to - from >= TAU) return '';
  const radius = ring.inner - (next.level === 0 ? 4.5 : 3);
  const base = from % TAU;
  return `M${at(polar(radius, base))}${arcTo(radius, base, base + to - from)}`;
}

/** A token with its place. */
export interface PlacedToken {
  token: TimerToken;
  place: Point;
}

/** The tokens that fit into their buckets, and the buckets that show a number instead. */
export function placeTokens(
  detail: WheelDetail,
  rings: readonly Ring[],
): { tokens: PlacedToken[]; full: { level: number; bucket: number; count: number }[] } {
  const tokens: PlacedToken[] = [];
  const full: { level: number; bucket: number; count: number }[] = [];
  for (const { level, bucket, count } of detail.queue) {
    if (count === 0) continue;
    const ring = rings[level];
    const own = detail.timers.filter((timer) => timer.level === level && timer.bucket === bucket);
    if (ring?.made !== true) continue;
    const places = ring === undefined ? null : tokenPlaces(ring, bucket, detail.size, count);
    if (places === null || own.length < count) full.push({ level, bucket, count });
    else own.forEach((token, i) => tokens.push({ token, place: places[i]! }));
  }
  return { tokens, full };
}

export type Lod = 'timers' | 'counts';

/** Largest number of timers drawn one by one, and drawn as numbers. Above that, buckets fill from the hub. */
const TOKENS_MAX = 120;
const COUNTS_MAX = 1000;
/** Largest number of segments drawn as elements. More are drawn on a canvas, as they would cost more than a frame. */
const SEGMENTS_MAX = 320;

export function levelOfDetail(
  detail: Pick<WheelDetail, 'pending' | 'size' | 'levels'>,
  wanted: Lod,
  oneRing = false,
): 'tokens' | 'counts' | 'fill' {
  if (oneRing) return detail.pending > TOKENS_MAX || wanted === 'counts' ? 'counts' : 'tokens';
  if (detail.size * detail.levels.length > SEGMENTS_MAX || detail.pending > COUNTS_MAX) return 'fill';
  return wanted === 'counts' || detail.pending > TOKENS_MAX ? 'counts' : 'tokens';
}

/** Filled share of a bucket: logarithmic, so that one timer is visible beside ten thousand. */
export function fillShare(count: number): number {
  return count <= 0 ? 0 : Math.min(1, (Math.log10(count) + 0.6) / 4.6);
}
