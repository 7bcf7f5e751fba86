/** Names of the laboratory's designs at the start of a sentence. */
import type { LabDesign } from '../protocol/lab.ts';

export const DESIGN_NAMES: Record<LabDesign, string> = {
  old: 'The old design',
  proposed: 'The proposal',
  today: 'Today’s design',
};

/** "12 list nodes visited". A purge of the old design scans its heap too. `figure` = the number as text. */
export function visitedWords(design: LabDesign | '', visits: number, figure = String(visits)): string {
  const heap = design === 'old' ? ' and heap entries' : '';
  return `${figure} list ${visits === 1 ? 'node' : 'nodes'}${heap} visited`;
}
