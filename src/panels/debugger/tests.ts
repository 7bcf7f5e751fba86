import type { CandidateRow } from '../../protocol/answers.ts';

/** Outcome of one of the four tests of a candidate; after the first that fails nothing is asked. */
export type TestMark = 'passed' | 'failed' | 'open';

const FAILS: Readonly<Record<CandidateRow['verdict'], number>> = {
  'has-children': 0,
  blocker: 1,
  'nothing-left': 2,
  'does-not-fit': 2,
  'lower-score': 3,
  best: 4,
  'not-reached': -1,
  current: -1,
  ahead: -1,
};

/** The four tests in their order: children, blocked, fits, score. */
export function testsOf({ verdict }: CandidateRow): TestMark[] {
  const fails = FAILS[verdict];
  return [0, 1, 2, 3].map((i) => (i < fails ? 'passed' : i === fails ? 'failed' : 'open'));
}

/** What became of a candidate, in words; `scored` = it came as far as a score. */
export function verdictOf({ verdict, need, age, entries }: CandidateRow): {
  words: string;
  short: string;
  scored: boolean;
} {
  switch (verdict) {
    case 'has-children':
      return { words: 'has a child on the stack', short: 'skipped', scored: false };
    case 'blocker':
      return { words: 'its destinations have no room', short: 'skipped', scored: false };
    case 'nothing-left':
      return { words: 'has nothing left to select', short: 'skipped', scored: false };
    case 'does-not-fit':
      return { words: `needs ${need}, more than the current job can earn`, short: 'too big', scored: false };
    case 'lower-score':
      return { words: `needs ${need}; ${age} s ÷ ${entries} entries`, short: 'loses', scored: true };
    case 'best':
      return { words: `needs ${need}; ${age} s ÷ ${entries} entries`, short: 'best', scored: true };
    case 'not-reached':
      return { words: 'not reached: the scan stopped before it', short: '—', scored: false };
    case 'current':
    case 'ahead':
      return { words: 'is not behind the current job', short: '—', scored: false };
    default:
      return verdict satisfies never;
  }
}
