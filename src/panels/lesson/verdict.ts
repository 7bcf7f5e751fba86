/** How the solution is introduced: the reader found it, at the first attempt or later, or is shown it by its name. */
export function verdictText(tries: 'first' | 'later' | 'none', solution: string): string {
  if (tries === 'none') return `The answer is ${solution}.`;
  return tries === 'first' ? 'Right.' : 'Right, at the second attempt.';
}
