import type { LiveCommand } from '../protocol/commands.ts';
import type { Scenario } from '../protocol/scenario.ts';
import type { RealMillis } from '../protocol/units.ts';
import { countsOf } from './kinds/counts.ts';

/** What a run takes when it is simulated to its end: a few times as much or as little, for it has not happened yet. */
export interface Estimate {
  events: number;
  bytes: number;
  ms: RealMillis;
}

/** Of its own, an event costs this much, measured on runs of some hundred thousand events on a machine of 2023. */
const EVENT_MS = 0.015;

/** Bytes of an event: in the columns of the log, in keyframes, and in the state that it leaves behind. */
const EVENT_BYTES = 90;

/** What the run of a scenario, with what was done live in it, will need. Nothing is simulated for it. */
export function estimateRun(scenario: Scenario, live: readonly LiveCommand[] = []): Estimate {
  const whole = live.length === 0 ? scenario : { ...scenario, script: [...scenario.script, ...live] };
  const { events, ms = 0, bytes = 0 } = countsOf(whole);
  return { events, ms: ms + events * EVENT_MS, bytes: bytes + events * EVENT_BYTES };
}

/** From here on a reader is asked before a run is opened. */
const HEAVY: Estimate = { events: 1_000_000, bytes: 150e6, ms: 15_000 };

/** Whether a run is worth a question. */
export function isHeavy({ events, bytes, ms }: Estimate): boolean {
  return events >= HEAVY.events || bytes >= HEAVY.bytes || ms >= HEAVY.ms;
}
