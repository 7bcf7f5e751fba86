import type { Decision } from '../../protocol/decisions.ts';
import type { CoreEvent } from '../../protocol/events.ts';

/**
 * What one step reported, before it is known that the step ended well. All of it happened at the step's instant. The
 * lists are longer than their counts: emptying a list lets its memory go, and the next step would ask for it again.
 */
export interface StepReport {
  readonly events: CoreEvent[];
  eventCount: number;
  readonly decisions: Decision[];
  decisionCount: number;
}

/** A report of nothing yet. */
export function createReport(): StepReport {
  return { events: [], eventCount: 0, decisions: [], decisionCount: 0 };
}

/** The report of a step that has not said anything. */
export function clearReport(report: StepReport): void {
  report.eventCount = 0;
  report.decisionCount = 0;
}

/** Decisions of a report. */
export function decisionsOf({ decisions, decisionCount }: StepReport): Decision[] {
  return decisions.slice(0, decisionCount);
}

/** Events of a report. */
export function eventsOf({ events, eventCount }: StepReport): CoreEvent[] {
  return events.slice(0, eventCount);
}
