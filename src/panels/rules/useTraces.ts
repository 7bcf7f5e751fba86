import { useMemo } from 'react';
import type { RuleTrace } from '../../explain/rules/rule.ts';
import { tracesOf } from '../../explain/rules/rules.ts';
import { useSession } from '../../store/hooks.ts';
import { useFeedbackRule } from '../explain/useFeedbackRule.ts';
import { useCandidates } from '../explain/useCandidates.ts';
import { useNames } from '../kit/useNames.ts';

/** The rules that the instant on the page has executed, and a key that changes with the instant. */
export function useTraces(): { traces: readonly RuleTrace[]; key: string } {
  const run = useSession((session) => session.run);
  const cursor = useSession((session) => session.cursor);
  const last = useSession((session) => session.decision);
  const all = useSession((session) => session.events);
  const feedback = useFeedbackRule();
  const names = useNames();
  const candidates = useCandidates(last?.decision.rule === 'selection' ? last.n : 0);
  const traces = useMemo(() => {
    const events = all.filter((record) => record.step === cursor.step);
    const at = { events, candidates, feedback, names };
    const now = tracesOf({ ...at, decision: last?.step === cursor.step ? last : null });
    // Between two decisions the state is what the last one made of it: the panel speaks of that one as well.
    return now.length > 0 ? now : tracesOf({ ...at, events: [], decision: last });
  }, [all, candidates, cursor.step, feedback, last, names]);
  return { traces, key: `${run}:${cursor.step}` };
}
