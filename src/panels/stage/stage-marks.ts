import type { CellBlock } from '../../charts/cells.ts';
import type { JobId } from '../../protocol/ids.ts';
import type { JobRow, ListRow } from '../../protocol/rows.ts';
import type { Metrics } from './metrics.ts';

/** Output of `layout.ts`, drawn by the components. Pixels from the top left corner of the content. */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Point = readonly [number, number];

/** State of a job, drawn as at most one ring; current takes precedence over candidate. */
export interface Standing {
  current: boolean;
  candidate: boolean;
  blocker: boolean;
}

/** How a moving mark is drawn: scaled about `origin` (a CSS transform origin) and faded. */
interface Pose {
  sx: number;
  sy: number;
  opacity: number;
  origin: string;
}

/** A full card: chip, coins above columns of entries, footer. */
export interface CardMark extends Rect, Standing {
  kind: 'card';
  pose?: Pose;
  id: JobId;
  job: JobRow;
  block: CellBlock;
  balance: string;
  /** Score of the best candidate, "" for others. */
  score: string;
  footer: string;
  age: string;
}

/** A job as chip and squares; each square stands for `per` entries. */
export interface BarMark extends Rect, Standing {
  kind: 'bar';
  pose?: Pose;
  id: JobId;
  job: JobRow;
  block: CellBlock;
  /** Number of entries left, printed below the bar. */
  left: number;
  /** Show a chip, because the rail above is too dense for chips. */
  chip: boolean;
}

export type JobMark = CardMark | BarMark;

/** A job that left while jobs that preempted it are still present. */
export interface GhostMark extends Rect {
  number: number;
  level: number;
  /** Number of the message whose job adopted the ghost's children, 0 = none. */
  adopter: number;
  children: number[];
}

export interface StationMark extends Standing {
  id: JobId;
  number: number;
  x: number;
  y: number;
  width: number;
}

/** `child` and `adoption` belong to their lower end; `lead` connects a station with its card. */
export interface LinkMark {
  key: string;
  kind: 'child' | 'adoption' | 'stub' | 'lead' | 'current';
  /** Number of the message whose colour the line has: the child, or the vanished job. */
  number: number;
  d: string;
  /** Corners of the path, for crossing tests. */
  points: Point[];
  /** Marks that it may touch, by key (`job:7`, `ghost:4`). */
  ends: string[];
  /** Share of the line that is drawn so far; absent = all of it. */
  drawn?: number;
}

export interface LabelMark {
  key: string;
  text: string;
  /** x of the baseline's left end, centre or right end, by `anchor`. */
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

/** A rail of more than 60 jobs: pixel columns on a canvas; `pitch` below 1 = several jobs per pixel. */
export interface DenseBand extends Rect {
  jobs: ListRow;
  pitch: number;
  /** Entries left in the longest job; the tallest column is log2(1 + this). */
  most: number;
  /** Top of the lens below the band; null = no room, so the lens opens on request. */
  lensTop: number | null;
}

export interface StageLayout {
  orientation: 'rail' | 'outline';
  metrics: Metrics;
  width: number;
  height: number;
  /** y of the rail and its two ends; null in the outline. */
  rail: { y: number; from: number; to: number } | null;
  stations: StationMark[];
  jobs: JobMark[];
  ghosts: GhostMark[];
  links: LinkMark[];
  labels: LabelMark[];
  dense: DenseBand | null;
  /** The empty column that a preempting job would take, or has left (`StageInput.vacant`); null = none. */
  vacant: Rect | null;
}

/** Top of the box of the rail. Stations are drawn in it, because it stays in view when the list scrolls. */
export function railTop({ rail, dense, metrics }: StageLayout): number {
  return rail === null || dense !== null ? 0 : rail.y - metrics.rail / 2;
}

/** Top left corner of a station in the box of the rail. */
export function stationCorner({ x, y, width }: StationMark, layout: StageLayout): Point {
  return [x - width / 2, y - railTop(layout) - layout.metrics.station / 2];
}
