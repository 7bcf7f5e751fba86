import { useMemo } from 'react';
import type { RuleTrace } from '../../explain/rules/rule.ts';
import { tracesAtStep } from '../../explain/rules/rules.ts';
import { useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { useCandidates } from '../explain/useCandidates.ts';
import { useNames } from '../kit/useNames.ts';

/** The rules executed at this instant, and a key that changes with the instant. */
export function useTraces(): { traces: readonly RuleTrace[]; key: string } {
  const run = useSession((session) => session.run);
  const cursor = useSession((session) => session.cursor);
  const last = useSession((session) => session.decision);
  const all = useSession((session) => session.events);
  // A run without mail has no feedback; then this is Postfix's rule.
  const feedback = useMail((scenario) => scenario?.feedback ?? 'shipped');
  const names = useNames();
  const candidates = useCandidates(last?.decision.rule === 'selection' ? last.n : 0);
  const traces = useMemo(
    () => tracesAtStep({ decision: last, events: all, candidates, feedback, names }, cursor.step),
    [all, candidates, cursor.step, feedback, last, names],
  );
  return { traces, key: `${run}:${cursor.step}` };
}
