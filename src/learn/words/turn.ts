import type { DecisionRecord, PreemptionTest } from '../../protocol/decisions.ts';
import type { Names, Token } from '../../explain/tokens.ts';

/** A decision of the first minute, in a form that is independent of the language. */
export interface Turn {
  winner: Token;
  /** The test that explains the winner's turn; null if a few words cannot explain it. */
  test: PreemptionTest | null;
  current: Token;
  candidate: Token;
}

/** Returns who got the free agent, and why; null if no entry was handed over. */
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
