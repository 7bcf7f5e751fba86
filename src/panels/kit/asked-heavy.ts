import type { LiveCommand } from '../../protocol/commands.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Estimate } from '../../scenario/estimate.ts';
import { whileBusy } from '../../store/idle.ts';

export interface HeavyQuestion {
  title: string;
  estimate: Estimate;
  answer: (open: boolean) => void;
}

const listeners = new Set<(question: HeavyQuestion) => void>();

/**
 * Asks the reader to confirm a large run. Resolves to true without asking for other runs, and in embedded views, which
 * have no dialog.
 */
export async function mayOpen(scenario: Scenario, live: readonly LiveCommand[] = []): Promise<boolean> {
  const { estimateRun, isHeavy } = await whileBusy(import('../../scenario/estimate.ts'));
  const estimate = estimateRun(scenario, live);
  if (listeners.size === 0 || !isHeavy(estimate)) return true;
  return new Promise((answer) => {
    for (const listener of listeners) listener({ title: scenario.title, estimate, answer });
  });
}

/** Registers the frame's listener. Returns the unsubscribe function. */
export function onHeavyAsked(listener: (question: HeavyQuestion) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
