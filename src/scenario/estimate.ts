import type { LiveCommand } from '../protocol/commands.ts';
import type { Scenario } from '../protocol/scenario.ts';
import type { RealMillis } from '../protocol/units.ts';
import { countsOf } from './kinds/counts.ts';

/** Estimated cost of simulating a run to its end. The true cost may be several times higher or lower. */
export interface Estimate {
  events: number;
  bytes: number;
  ms: RealMillis;
}

/** Time to simulate one event, in milliseconds: measured on runs of some hundred thousand events on a machine of 2023. */
const EVENT_MS = 0.015;

/** Memory for one event, in bytes: log, keyframes and state together. */
const EVENT_BYTES = 90;

/** Estimates a scenario with its live commands, without simulating it. */
export function estimateRun(scenario: Scenario, live: readonly LiveCommand[] = []): Estimate {
  const whole = live.length === 0 ? scenario : { ...scenario, script: [...scenario.script, ...live] };
  const { events, ms = 0, bytes = 0 } = countsOf(whole);
  return { events, ms: ms + events * EVENT_MS, bytes: bytes + events * EVENT_BYTES };
}

/** At or above any of these figures the reader is asked before the run is opened. */
const HEAVY: Estimate = { events: 1_000_000, bytes: 150e6, ms: 15_000 };

export function isHeavy({ events, bytes, ms }: Estimate): boolean {
  return events >= HEAVY.events || bytes >= HEAVY.bytes || ms >= HEAVY.ms;
}
