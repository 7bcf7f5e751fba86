import type { CellBlock } from '../../charts/cells.ts';
import type { JobId } from '../../protocol/ids.ts';
import type { JobRow, ListRow } from '../../protocol/rows.ts';
import type { Metrics } from './metrics.ts';

/** What `layout.ts` computes and the components draw: places in pixels from the upper left corner of the content. */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Point = readonly [number, number];

/** State of a job, shown as at most one ring: current wins over candidate. */
export interface Standing {
  current: boolean;
  candidate: boolean;
  blocker: boolean;
}

/** A job in full: chip, coins over columns of entries, footer. */
export interface CardMark extends Rect, Standing {
  kind: 'card';
  id: JobId;
  job: JobRow;
  block: CellBlock;
  balance: string;
  /** Score of the best candidate, "" on all others. */
  score: string;
  footer: string;
  age: string;
}

/** A job as chip and stack of squares; each square stands for `per` entries that are left or done. */
export interface BarMark extends Rect, Standing {
  kind: 'bar';
  id: JobId;
  job: JobRow;
  block: CellBlock;
  /** Entries left, written below. */
  left: number;
  /** The rail above is too dense for chips of its own. */
  chip: boolean;
}

export type JobMark = CardMark | BarMark;

/** A job that left while jobs that preempted it are still there. */
export interface GhostMark extends Rect {
  number: number;
  level: number;
  /** Number of the job it hangs from now, 0 = none. */
  adopter: number;
  children: number[];
}

export interface StationMark extends Standing {
  id: JobId;
  number: number;
  /** Centre. */
  x: number;
  y: number;
  width: number;
}

/** `child` and `adoption` belong to the job or ghost at their lower end; `lead` runs from a station to its card. */
export interface LinkMark {
  key: string;
  kind: 'child' | 'adoption' | 'stub' | 'lead' | 'current';
  /** Whose colour it has: the child's, or the vanished job's. */
  number: number;
  d: string;
  /** Corners of the path, for tests of what it crosses. */
  points: Point[];
  /** Marks that it may touch, by key (`job:7`, `ghost:4`). */
  ends: string[];
}

export interface LabelMark {
  key: string;
  text: string;
  tone: 'note' | 'level';
  /** Left end of the baseline, centre or right end, by `anchor`. */
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

/** The rail above 60 jobs: columns of pixels on a canvas; `pitch` below 1 means several jobs a pixel. */
export interface DenseBand extends Rect {
  jobs: ListRow;
  pitch: number;
  /** Tallest column is log2(1 + this). */
  most: number;
  /** Top of the lens below the band; null = no room, so the lens opens on request. */
  lensTop: number | null;
}

/** The whole stage. Content may be larger than the box that shows it: then it scrolls. */
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
  /** Whether a legend of the given size fits into the lower right corner. */
  keyFits: boolean;
}
