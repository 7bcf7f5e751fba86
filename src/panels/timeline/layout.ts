import type { TimelineMark, TimelineSlice } from '../../protocol/answers.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { nearTimeStep, timeTicks } from '../../plot/ticks.ts';

/** y positions in the track, in pixels. Rows are fixed, so nothing moves when marks come and go. */
export const TRACK = {
  markTop: 0,
  diamondTop: 8,
  barsTop: 17,
  baseline: 39,
  height: 64,
} as const;

/**
 * Geometry of the quiet cockpit's line, in pixels: marks are above the line, labels below. `inset`: free space at both
 * ends. `rowMiddle`: y of the middle of each row of marks in the track; `middle`: the same on this line. The rows
 * overlap in part, so that a preemption is drawn in front of the arrival that caused it.
 */
export const SCRUB = {
  inset: 8,
  grown: 1.1,
  rowMiddle: [3.3, 12.6],
  middle: [4, 9],
  line: 23,
  ball: 7,
  labels: 45,
  height: 48,
} as const;

/** Smallest distance between two time labels, in pixels. */
const LABEL_PITCH = 120;
const SPANS = [
  8, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 450, 600, 900, 1200, 1800, 2700, 3600, 5400, 7200,
];

/** Axis lengths of a short run, in seconds (laboratory). */
const SHORT_SPANS = [0.002, 0.004, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 6];

/** A time interval and its width in pixels. */
export interface TrackScale extends TimeWindow {
  width: number;
}

/**
 * End of an axis that contains everything simulated so far, with space on the right. Grows in steps, so that the axis
 * does not move while the run plays.
 */
export function spanFor(headAt: Micros, short = false): Micros {
  const seconds = headAt / MICROS_PER_SECOND / 0.92;
  const tiny = short ? SHORT_SPANS.find((span) => span >= seconds) : undefined;
  if (tiny !== undefined) return Math.round(tiny * MICROS_PER_SECOND);
  const fixed = SPANS.find((span) => span >= seconds);
  if (fixed !== undefined) return fixed * MICROS_PER_SECOND;
  return Math.ceil(seconds / 3600) * 3600 * MICROS_PER_SECOND;
}

export interface TimeWindow {
  from: Micros;
  to: Micros;
}

/** Shortest time that the zoomed track shows, in microseconds. */
const NARROWEST: Micros = 50_000;

/**
 * The window after a zoom around an instant, which stays under the pointer. Null = the window would exceed the run, so
 * show the whole run.
 */
export function zoomTrack(window: TimeWindow, at: Micros, factor: number, whole: Micros): TimeWindow | null {
  const span = Math.max(NARROWEST, (window.to - window.from) * factor);
  if (span >= whole) return null;
  const share = (at - window.from) / (window.to - window.from);
  return slideInto({ from: at - span * share, to: at + span * (1 - share) }, whole);
}

export function panBy(window: TimeWindow, share: number, whole: Micros): TimeWindow {
  const by = (window.to - window.from) * share;
  return slideInto({ from: window.from + by, to: window.to + by }, whole);
}

function slideInto({ from, to }: TimeWindow, whole: Micros): TimeWindow {
  const span = Math.round(to - from);
  const start = Math.round(Math.min(Math.max(0, whole - span), Math.max(0, from)));
  return { from: start, to: start + span };
}

/**
 * The page of a zoomed track that contains the cursor. The track moves by pages, because a window that followed the
 * cursor would move continuously.
 */
export function pageHolding(window: TimeWindow, at: Micros): TimeWindow {
  const span = window.to - window.from;
  const pages = Math.floor((at - window.from) / span);
  const from = Math.max(0, window.from + pages * span);
  return { from, to: from + span };
}

export function trackX(scale: TrackScale, at: Micros): number {
  return ((at - scale.from) / (scale.to - scale.from)) * scale.width;
}

/** Instant at a pixel, clamped to the shown interval. */
export function trackInstant(scale: TrackScale, x: number): Micros {
  const share = Math.min(1, Math.max(0, x / scale.width));
  return Math.round(scale.from + share * (scale.to - scale.from));
}

/** Labelled instants. With steps below 10 s labels are short, so there may be more ticks than estimated. */
export function trackTicks(scale: TrackScale): { at: Micros; x: number; step: Micros }[] {
  const wanted = Math.max(2, Math.floor(scale.width / LABEL_PITCH));
  const near = nearTimeStep(scale.to - scale.from, wanted);
  const ticks = timeTicks(scale, wanted, near < 10 * MICROS_PER_SECOND ? near : undefined);
  return ticks.at
    .map((at) => ({ at, x: trackX(scale, at), step: ticks.step }))
    .filter(({ x }) => x <= scale.width - 28);
}

export interface TrackBar {
  part: number;
  x: number;
  width: number;
  height: number;
  future: boolean;
}

/** Bars of decisions. Their heights have a square root scale, so that one decision is visible beside 500. */
export function trackBars(slice: TimelineSlice, scale: TrackScale, cursor: Micros): TrackBar[] {
  const room = TRACK.baseline - TRACK.barsTop;
  const most = Math.max(4, ...slice.counts);
  const part = (slice.to - slice.from) / Math.max(1, slice.counts.length);
  const bars: TrackBar[] = [];
  for (const [i, count] of slice.counts.entries()) {
    if (count === 0) continue;
    const at = slice.from + i * part;
    const x = trackX(scale, at);
    const width = trackX(scale, at + part) - x;
    if (x + width < 0 || x > scale.width) continue;
    const height = Math.max(2, Math.round(Math.sqrt(count / most) * room));
    bars.push({ part: i, x: x + 0.75, width: Math.max(1, width - 1.5), height, future: at > cursor });
  }
  return bars;
}

/** A mark with its position; `row` 0: arrivals, 1: scheduler and server events. */
export interface PlacedMark {
  mark: TimelineMark;
  key: string;
  x: number;
  row: 0 | 1;
  future: boolean;
}

const UPPER: ReadonlySet<TimelineMark['kind']> = new Set([
  'injection',
  'purge-old',
  'woke-ran',
  'woke-empty',
]);

/** Marks inside the interval. Of marks within 3 px, only the newest is kept. */
export function placeMarks(
  marks: readonly TimelineMark[],
  scale: TrackScale,
  cursor: { step: number },
): PlacedMark[] {
  const placed: PlacedMark[] = [];
  const lastX = new Map<string, number>();
  for (let i = marks.length - 1; i >= 0; i -= 1) {
    const mark = marks[i];
    if (mark === undefined) continue;
    const x = trackX(scale, mark.at);
    if (x < 0 || x > scale.width) continue;
    const last = lastX.get(mark.kind);
    if (last !== undefined && last - x < 3) continue;
    lastX.set(mark.kind, x);
    const key = `${mark.kind}-${mark.step}-${mark.number}`;
    placed.push({
      mark,
      key,
      x,
      row: UPPER.has(mark.kind) ? 0 : 1,
      future: mark.step > cursor.step,
    });
  }
  return placed.reverse();
}

/** Row of a hidden branch below the track: fork, end, activity. */
export interface PlacedBranch {
  id: number;
  name: string;
  /** x of its fork from the shown branch and of its end, in pixels, clamped to the track. */
  x: number;
  endX: number;
  bars: { x: number; width: number; height: number }[];
}

/** Height of a row's bars, in pixels. */
export const ROW_BAR = 9;

/** Rows of all hidden branches, oldest first. */
export function placeBranches(slice: TimelineSlice, scale: TrackScale): PlacedBranch[] {
  const here = leavesAt(slice.branches.find((branch) => branch.current));
  const others = slice.branches.filter((branch) => !branch.current);
  const most = Math.max(4, ...others.flatMap((branch) => branch.counts));
  return others.map((branch) => {
    const leaves = Math.min(here, leavesAt(branch));
    const x = Math.min(scale.width - 24, Math.max(0, Number.isFinite(leaves) ? trackX(scale, leaves) : 0));
    return {
      id: branch.id,
      name: branch.name,
      x,
      endX: Math.min(scale.width, Math.max(x + 24, trackX(scale, branch.endAt))),
      bars: rowBars(branch.counts, slice, scale, { most, from: x }),
    };
  });
}

function rowBars(
  counts: readonly number[],
  slice: TimelineSlice,
  scale: TrackScale,
  { most, from }: { most: number; from: number },
): PlacedBranch['bars'] {
  const part = (slice.to - slice.from) / Math.max(1, counts.length);
  const width = trackX(scale, scale.from + part);
  return counts.flatMap((count, i) => {
    const x = trackX(scale, slice.from + i * part);
    if (count === 0 || x < from || x > scale.width) return [];
    return [{ x, width: Math.max(1, width - 1), height: Math.max(1.5, ROW_BAR * Math.sqrt(count / most)) }];
  });
}

/** Instant at which a branch leaves its parent; infinite for the first branch, which has no parent. */
function leavesAt(branch: TimelineSlice['branches'][number] | undefined): Micros {
  return branch === undefined || branch.parent === 0 ? Number.POSITIVE_INFINITY : branch.forkAt;
}
