import type { TimerScenario } from '../../../protocol/scenario.ts';
import type { Counts } from '../run-counts.ts';

/** A timer that is added, falls a level or two, and runs or is cancelled. */
const PER_TIMER = 3;
/** A request in three designs, for each of its keys. */
const REQUEST_MS = 0.02;
const REQUEST_BYTES = 500;
const DESIGNS = { requests: 16_000, keys: 3 };

/** A run of the timer laboratory. */
export function timerCounts({ lab, script }: TimerScenario): Counts {
  let added = 0;
  for (const { command } of script) if (command.kind === 'lab.add') added += command.count;
  if (lab.kind !== 'designs') return { events: added * PER_TIMER };
  const { requests, keys } = { ...DESIGNS, ...lab.stream };
  const all = requests + added;
  return { events: script.length * 2, ms: all * keys * REQUEST_MS, bytes: all * keys * REQUEST_BYTES };
}
