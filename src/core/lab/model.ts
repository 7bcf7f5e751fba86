import { MICROS_PER_MILLI, type Millis } from '../../protocol/units.ts';
import type { EventNumber, StepNumber } from '../../protocol/ids.ts';
import type { LabCommand, LabDesign, LabSettings, LabStreamSetup } from '../../protocol/lab.ts';
import type { LabEvent } from '../../protocol/lab.ts';
import type { TimerEvent } from '../../protocol/events.ts';
import type { TimerScenario } from '../../protocol/scenario.ts';
import type { LogSink } from '../world/state.ts';
import type { LabKeyframe } from '../timers/lab-keyframe.ts';
import type { LabMachine, LabOp } from '../timers/lab-model.ts';
import type { WheelKeyframe } from '../timers/wheel-keyframe.ts';
import type { Wheel } from '../timers/wheel-model.ts';
import type { Samples } from './samples.ts';
import type { Result } from '../../protocol/result.ts';

/**
 * A run of the timer laboratory, driven by the session like a run of mail: atomic steps, commands, keyframes. Its clock
 * counts whole milliseconds; the session's microseconds are cut to them.
 */
export interface LabSim {
  readonly scenario: TimerScenario;
  readonly sink: LogSink;
  /** Milliseconds. */
  now: Millis;
  step: StepNumber;
  event: EventNumber;
  scriptNext: number;
  /** Stream of random delays and keys. */
  random: number;
  /** One of the two, by the scenario's kind. */
  readonly raw: RawLab | null;
  readonly designs: DesignsLab | null;
}

/** One wheel, exactly as Kafka's; each timer has a number that is never used again. */
export interface RawLab {
  wheel: Wheel;
  /** Record of each pending timer by its number; 0 = gone. */
  records: number[];
}

/** The three designs with the stream that drives them. */
export interface DesignsLab {
  readonly settings: LabSettings;
  readonly stream: LabStreamSetup;
  /** The stream, known from its seed: no part of the state. */
  readonly ops: readonly LabOp[];
  /** First key of each request of the stream, by its number. */
  readonly firstKeys: readonly number[];
  readonly span: Millis;
  readonly machines: Record<LabDesign, LabMachine>;
  opNext: number;
  /** Requests since the last part of a step ended, about: no part of the state. */
  sincePart: number;
  /** Next number of a request by hand; those of the stream come first. */
  requestNext: number;
  /** First key of each request by hand: what is checked when it is answered. */
  handKeys: Map<number, number>;
  samples: Samples;
  purged: Partial<Record<LabDesign, Extract<LabEvent, { kind: 'lab.purged' }>>>;
}

/** A laboratory at one moment. Treat as opaque. */
export interface LabSimKeyframe {
  readonly numbers: Pick<LabSim, 'now' | 'step' | 'event' | 'scriptNext' | 'random'>;
  readonly raw: { wheel: WheelKeyframe; records: readonly number[] } | null;
  readonly designs: {
    machines: Record<LabDesign, LabKeyframe>;
    opNext: number;
    requestNext: number;
    handKeys: Map<number, number>;
    samples: Samples;
    purged: DesignsLab['purged'];
  } | null;
}

/** Writes to the log that timers or requests were added by hand. */
export function emitAdded(
  sim: LabSim,
  { count, delay, upTo }: Extract<LabCommand, { kind: 'lab.add' }>,
): void {
  emit(sim, { kind: 'lab.added', count, delay, upTo: upTo ?? delay });
}

/** A command that means nothing here: the field, what it held, and what it takes. */
export function refuse(field: string, value: unknown, accepted: string): Result<true> {
  return { ok: false, errors: [{ field, value: String(value), accepted }] };
}

/** Writes an event to the log. */
export function emit(sim: LabSim, event: LabEvent | TimerEvent): void {
  sim.event++;
  sim.sink.event(sim.now * MICROS_PER_MILLI, sim.step, event);
}

/** Stream of a run whose setup names none of its figures. */
export const STREAM_DEFAULTS: LabStreamSetup = {
  requests: 16_000,
  perSecond: 1600,
  timeout: 2000,
  keySpace: 2000,
  keys: 3,
  p50: 20,
  p75: 60,
  answered: 100,
};

export type { LabCommand };
