import type { PreemptionTest } from '../../protocol/decisions.ts';
import type { CandidateRow } from '../../protocol/session-api.ts';

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

/** "Why not this job?": the first rule that kept it from the delivery slot, with the figures compared. */
export function whyNot(
  row: CandidateRow,
  rows: readonly CandidateRow[],
  test: PreemptionTest | undefined,
): string {
  const best = rows.find((other) => other.verdict === 'best');
  switch (row.verdict) {
    case 'best':
      return whyNotBest(test);
    case 'lower-score':
      if (best === undefined) return `It fits, and scores ${row.score.toFixed(2)}.`;
      return best.score === row.score
        ? `It fits and scores the same as job ${best.number}, ${row.score.toFixed(2)}, but is later on the list.`
        : `It fits, but scores ${row.score.toFixed(2)} against ${best.score.toFixed(2)} of job ${best.number}.`;
    case 'does-not-fit':
      return `It needs ${row.need} delivery slots: more than the current job has or can still earn.`;
    case 'has-children':
      return 'Jobs that preempted it are still on the stack, and a job with children does not move.';
    case 'blocker':
      return 'It is a blocker: each of its destinations takes as many deliveries as its window allows.';
    case 'nothing-left':
      return 'Nothing of it is left in core that could be selected.';
    case 'not-reached':
      return 'The scan of the list stopped before it.';
    case 'current':
      return 'It is the current job: the others are measured against it.';
    case 'ahead':
      return 'It is ahead of the current job already.';
    default:
      return row.verdict satisfies never;
  }
}

function whyNotBest(test: PreemptionTest | undefined): string {
  if (test === undefined || test.outcome === 'preempted') return 'It is the best candidate, and was let in.';
  const short = Math.ceil(test.price - test.onHand);
  return `It is the best candidate, but ${short} delivery ${short === 1 ? 'slot' : 'slots'} short: ${test.onHand} on hand, ${test.price} needed.`;
}
