/** What a decision of the first minute comes to, before it is said in a language. */
import type { DecisionRecord, PreemptionTest } from '../../protocol/decisions.ts';
import type { Names, Token } from '../../explain/tokens.ts';

/** The turn, with its messages. */
export interface Turn {
  winner: Token;
  /** Why it is the winner's turn; null = nothing that could be said in a few words. */
  test: PreemptionTest | null;
  current: Token;
  candidate: Token;
}

/** Who got the agent that became free, and the test that says why; null = nothing was handed over. */
export function turnOf({ decision }: DecisionRecord, names: Names): Turn | null {
  if (decision.rule !== 'selection' || decision.chosen === undefined) return null;
  const { chosen, preemption } = decision;
  const chip = names.numberOf(chosen.msg);
  const current = names.numberOf(preemption?.current ?? chosen.msg);
  const candidate = names.numberOf(preemption?.candidate ?? chosen.msg);
  const decided = preemption?.outcome === 'preempted' ? candidate : current;
  return {
    winner: { chip },
    test: decided === chip ? (preemption ?? null) : null,
    current: { chip: current },
    candidate: { chip: candidate },
  };
}
