import type { LintFinding, LintSeverity } from '../../protocol/lint.ts';
import { NOTHING_WRONG } from '../../explain/lint.ts';

/** Sign and word of each severity: never a colour alone. */
export const SEVERITIES: Readonly<Record<LintSeverity, { sign: string; word: string }>> = {
  wrong: { sign: '✕', word: 'wrong' },
  dead: { sign: '✕', word: 'no effect' },
  risky: { sign: '!', word: 'risky' },
  hint: { sign: 'i', word: 'for your information' },
};

/** The answer, largest on the page: what matters most, in one or two sentences. */
export function headline(findings: readonly LintFinding[]): string {
  const serious = findings.filter((finding) => finding.severity !== 'hint');
  if (serious.length === 0) return NOTHING_WRONG;
  const [first, second] = serious;
  const rest = serious.length - 1;
  if (first === undefined || second === undefined) return first?.title ?? '';
  return `${first.title} And ${rest === 1 ? 'one more line does' : `${rest} more lines do`} something else than it seems.`;
}
