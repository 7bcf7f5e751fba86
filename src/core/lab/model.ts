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
 * A run of the timer laboratory. The session drives it like a run of mail: atomic steps, commands, keyframes. Its clock counts
 * whole milliseconds; microseconds of the session are truncated to them.
 */
export interface LabSim {
  readonly scenario: TimerScenario;
  readonly sink: LogSink;
  now: Millis;
  step: StepNumber;
  event: EventNumber;
  scriptNext: number;
  /** State of the random generator for delays and keys. */
  random: number;
  /** Either `raw` or `designs` is set, depending on the kind of the scenario; the other is null. */
  readonly raw: RawLab | null;
  readonly designs: DesignsLab | null;
}

/** The laboratory of a single wheel, exactly as in Kafka. Numbers of timers are never reused. */
export interface RawLab {
  wheel: Wheel;
  /** Wheel record of each timer by number; 0 = no longer pending. */
  records: number[];
}

export interface DesignsLab {
  readonly settings: LabSettings;
  readonly stream: LabStreamSetup;
  /** The operations of the stream. They follow from the seed, so keyframes do not hold them. */
  readonly ops: readonly LabOp[];
  /** First key of each request of the stream, by number. */
  readonly firstKeys: readonly number[];
  readonly span: Millis;
  readonly machines: Record<LabDesign, LabMachine>;
  opNext: number;
  /** Approximate number of requests since the last slice ended. Keyframes do not hold it. */
  sincePart: number;
  requestNext: number;
  /** First key of each manual request; answering the request checks this key. */
  handKeys: Map<number, number>;
  samples: Samples;
  purged: Partial<Record<LabDesign, Extract<LabEvent, { kind: 'lab.purged' }>>>;
}

/** A snapshot of the laboratory. Only this folder reads its members. */
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

export function emitAdded(
  sim: LabSim,
  { count, delay, upTo }: Extract<LabCommand, { kind: 'lab.add' }>,
): void {
  emit(sim, { kind: 'lab.added', count, delay, upTo: upTo ?? delay });
}

export function refuse(field: string, value: unknown, accepted: string): Result<true> {
  return { ok: false, errors: [{ field, value: String(value), accepted }] };
}

export function emit(sim: LabSim, event: LabEvent | TimerEvent): void {
  sim.event++;
  sim.sink.event(sim.now * MICROS_PER_MILLI, sim.step, event);
}

/** The stream of requests when the setup of a run gives no figures. */
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
