import type { CandidateRow } from '../../protocol/answers.ts';

/** Rows in the order in which they compete: the best, then by score, then those that a rule took out. */
export function rankCandidates(rows: readonly CandidateRow[]): CandidateRow[] {
  return [...rows].sort((a, b) => place(a) - place(b) || b.score - a.score || a.number - b.number);
}

function place(row: CandidateRow): number {
  if (row.verdict === 'best') return 0;
  return competes(row) ? 1 : 2;
}

/** True for a job that was scored; the others were taken out by a rule before that. */
export function competes(row: CandidateRow): boolean {
  return row.verdict === 'best' || row.verdict === 'lower-score' || row.verdict === 'does-not-fit';
}

/** Why a job was not scored, in a few words. */
export function excludedBecause(row: CandidateRow): string {
  switch (row.verdict) {
    case 'has-children':
      return 'has children on the stack';
    case 'blocker':
      return 'blocker, skipped';
    case 'nothing-left':
      return 'nothing left in core';
    case 'not-reached':
      return 'the scan stopped before it';
    case 'current':
      return 'is the current job';
    case 'ahead':
      return 'ahead of it already';
    default:
      return '';
  }
}
