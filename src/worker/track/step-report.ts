import type { Decision } from '../../protocol/decisions.ts';
import type { CoreEvent } from '../../protocol/events.ts';

/**
 * The events and decisions of one step, before it is known to succeed. All of them are at the step's instant. The lists may
 * be longer than their counts: emptying a list would release memory that the next step needs again.
 */
export interface StepReport {
  readonly events: CoreEvent[];
  eventCount: number;
  readonly decisions: Decision[];
  decisionCount: number;
}

export function createReport(): StepReport {
  return { events: [], eventCount: 0, decisions: [], decisionCount: 0 };
}

export function clearReport(report: StepReport): void {
  report.eventCount = 0;
  report.decisionCount = 0;
}

export function decisionsOf({ decisions, decisionCount }: StepReport): Decision[] {
  return decisions.slice(0, decisionCount);
}

export function eventsOf({ events, eventCount }: StepReport): CoreEvent[] {
  return events.slice(0, eventCount);
}
