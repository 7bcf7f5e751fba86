import type { Arithmetic } from '../../explain/explanation.ts';
import { say, type Token } from '../../explain/tokens.ts';

/** The inequality that decided, as a remark behind a sentence: "(success after this delivery: + 0.2, now 0.6; …)". */
export function sumsOf(arithmetic: Arithmetic | undefined): Token[] {
  const lines = arithmetic?.lines ?? [];
  if (lines.length === 0) return [];
  return [
    { text: ' (' },
    ...lines.flatMap(
      ({ label, expression }, i) => say`${i === 0 ? '' : '; '}${label}: ${{ mono: expression }}`,
    ),
    { text: ')' },
  ];
}
