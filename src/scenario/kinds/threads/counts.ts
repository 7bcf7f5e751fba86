import type { ThreadScenario } from '../../../protocol/scenario.ts';
import type { Counts } from '../run-counts.ts';

/** Events of a request besides those of its handler, and of a phase of the handler. */
const PER_REQUEST = 5;
const PER_PHASE = 4;
/** An operation of a story with what it wakes. */
const PER_LINE = 6;

/** A run of threads alone. */
export function threadCounts({ cmgroup, script }: ThreadScenario): Counts {
  if (cmgroup.kind === 'story') return { events: script.length * PER_LINE };
  const { arrivals, handler } = cmgroup;
  return { events: arrivals.count * (PER_REQUEST + PER_PHASE * handler.length) + script.length * PER_LINE };
}
