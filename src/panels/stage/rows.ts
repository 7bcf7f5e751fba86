import type { GhostMark, JobMark } from './stage-marks.ts';
import type { Metrics } from './metrics.ts';
import type { Vacant } from './vacant.ts';

/** One stack level: a band of the y axis that contains all its cards, so that links run between the bands. */
export interface Row {
  level: number;
  top: number;
  height: number;
}

/** Heights of the levels from 0 to the deepest; 0 for a level without a job. */
export function rowHeights(
  marks: readonly JobMark[],
  ghosts: readonly { level: number; height: number }[],
): number[] {
  const levels = [...marks.map((m) => m.job.level), ...ghosts.map((g) => g.level)];
  const heights = Array<number>(Math.max(0, ...levels) + 1).fill(0);
  for (const m of marks) heights[m.job.level] = Math.max(heights[m.job.level] ?? 0, m.height);
  for (const g of ghosts) heights[g.level] = Math.max(heights[g.level] ?? 0, g.height);
  return heights;
}

/** Height of all levels at the least distance. */
export function rowsHeight(heights: readonly number[], metrics: Metrics): number {
  return heights.reduce((sum, h) => sum + h, 0) + (heights.length - 1) * metrics.levelGap;
}

/** Tops of the levels; `room`: space available from `top` down, beyond the least distances. */
export function placeRows(heights: readonly number[], top: number, room: number, metrics: Metrics): Row[] {
  const spare = room - rowsHeight(heights, metrics);
  const gap = Math.min(
    metrics.levelGapMax,
    metrics.levelGap + Math.max(0, spare) / Math.max(1, heights.length - 1),
  );
  let y = top;
  return heights.map((height, level) => {
    const row = { level, top: Math.round(y), height };
    y += height + gap;
    return row;
  });
}

/** Sets y: cards are at the top of their level, ghosts in its middle. */
export function placeOnRows(
  rows: readonly Row[],
  marks: readonly JobMark[],
  ghosts: readonly GhostMark[],
): void {
  for (const mark of marks) mark.y = rows[mark.job.level]?.top ?? 0;
  for (const ghost of ghosts) {
    const row = rows[ghost.level];
    if (row !== undefined) ghost.y = Math.round(row.top + (row.height - ghost.height) / 2);
  }
}

/**
 * Levels that overlap in height: the middle of each card is just below its parent. Null unless every preempting job is
 * just before the job that it preempted, because only then its link crosses nothing.
 */
export function hangingRows(
  marks: readonly JobMark[],
  vacant: Vacant | null,
  { cell, unit }: Metrics,
): Row[] | null {
  const rows: Row[] = [{ level: 0, top: 0, height: 0 }];
  const rowAt = (level: number): Row => (rows[level] ??= { level, top: 0, height: 0 });
  for (const mark of marks.toSorted((a, b) => a.job.level - b.job.level)) {
    const { job } = mark;
    if (job.gone.length > 0 || mark.kind !== 'card') return null;
    if (job.level === 0 && job.parent !== 0) return null;
    const row = rowAt(job.level);
    row.height = Math.max(row.height, mark.height);
    if (job.level === 0) continue;
    const at = marks.indexOf(mark);
    const parent = marks[at + 1];
    if (parent === undefined || parent.id !== job.parent || parent.job.level !== job.level - 1) return null;
    const above = rowAt(job.level - 1);
    row.top = Math.max(row.top, above.top + parent.height + cell - mark.height / 2, above.top + 12 * unit);
  }
  if (vacant !== null && vacant.level > 0) {
    const parent = marks[vacant.at];
    const above = rowAt(vacant.level - 1);
    const row = rowAt(vacant.level);
    const top = above.top + (parent?.height ?? 0) + cell - vacant.height / 2;
    rows[vacant.level] = {
      ...row,
      top: Math.max(row.top, top),
      height: Math.max(row.height, vacant.height),
    };
  }
  return rows.map((row) => ({ ...row, top: Math.round(row.top) }));
}
