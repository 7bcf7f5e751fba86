import type { Words } from '../../words/en/index.ts';

/** How the solution is introduced: the reader found it, at the first attempt or later, or is shown it by its name. */
export function verdictText(
  { verdict }: Pick<Words, 'verdict'>,
  tries: 'first' | 'later' | 'none',
  solution: string,
): string {
  return tries === 'none' ? verdict.solution(solution) : verdict[tries];
}
