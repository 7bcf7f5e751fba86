/** How the three designs of the laboratory are called in sentences, and what a purge of each looks at. */
import type { LabDesign } from '../protocol/lab.ts';

export const DESIGN_NAMES: Record<LabDesign, string> = {
  old: 'The old design',
  proposed: 'The proposal',
  today: 'Today’s design',
};

/** "12 list nodes visited": that of the old design scans the heap of requests, too. `figure` = the number as it is written. */
export function visitedWords(design: LabDesign | '', visits: number, figure = String(visits)): string {
  const heap = design === 'old' ? ' and heap entries' : '';
  return `${figure} list ${visits === 1 ? 'node' : 'nodes'}${heap} visited`;
}
