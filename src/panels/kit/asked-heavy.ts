import type { LiveCommand } from '../../protocol/commands.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import type { Estimate } from '../../scenario/estimate.ts';
import { whileBusy } from '../../store/idle.ts';

/** A large run that waits for its reader's word. */
export interface HeavyQuestion {
  title: string;
  estimate: Estimate;
  answer: (open: boolean) => void;
}

const listeners = new Set<(question: HeavyQuestion) => void>();

/**
 * Whether a run may be opened: a large one asks first. True at once for any other, and where no frame listens that could
 * ask (an embedded view).
 */
export async function mayOpen(scenario: Scenario, live: readonly LiveCommand[] = []): Promise<boolean> {
  const { estimateRun, isHeavy } = await whileBusy(import('../../scenario/estimate.ts'));
  const estimate = estimateRun(scenario, live);
  if (listeners.size === 0 || !isHeavy(estimate)) return true;
  return new Promise((answer) => {
    for (const listener of listeners) listener({ title: scenario.title, estimate, answer });
  });
}

/** The frame listens; the returned function ends that. */
export function onHeavyAsked(listener: (question: HeavyQuestion) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
