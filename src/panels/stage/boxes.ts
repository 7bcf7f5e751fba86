import { ghostKey, jobKey } from './forest.ts';
import type { GhostMark, JobMark, Rect } from './marks.ts';

/** Boxes of jobs and ghosts by node key: what links end at and must not cross. */
export function boxesOf(marks: readonly JobMark[], ghosts: readonly GhostMark[]): Map<string, Rect> {
  const boxes = new Map<string, Rect>();
  for (const mark of marks) boxes.set(jobKey(mark.id), mark);
  for (const ghost of ghosts) boxes.set(ghostKey(ghost.number), ghost);
  return boxes;
}
