import type { Command } from '../protocol/commands.ts';
import type { Decision } from '../protocol/decisions.ts';
import type { CoreEvent } from '../protocol/events.ts';
import type { Cursor, View } from '../protocol/frame.ts';
import type { MessageId, TransportId } from '../protocol/ids.ts';
import type { Result } from '../protocol/result.ts';
import type { RowKind, RowTypes, ServerRow, WheelRow } from '../protocol/rows.ts';
import type { Scenario } from '../protocol/scenario.ts';
import type { CandidateRow } from '../protocol/session-api.ts';
import type { Micros } from '../protocol/units.ts';

/** Where a simulation reports what happens in a step. */
export interface LogSink {
  event(at: Micros, step: number, event: CoreEvent): void;
  decision(at: Micros, step: number, decision: Decision): void;
}

/** Everything a view shows of one state. Rows are fresh objects; equal `rev` = equal row within one simulation. */
export type Projection = { [K in RowKind]: RowTypes[K][] } & {
  servers: ServerRow[];
  wheel: WheelRow;
  numbers: [MessageId, number][];
};

/**
 * The simulation as the session needs it. An object instead of imports: the session is tested on a simulation of
 * sixty lines whose states are known, and the worker gives it the real one.
 *
 * All of it is synchronous and deterministic: the same scenario and commands give the same events in the same steps.
 */
export interface Engine<Sim, Key> {
  create(scenario: Scenario, sink: LogSink): Sim;
  /** Instant of the next step, or null when nothing is left to happen. */
  nextInstant(sim: Sim): Micros | null;
  /** Executes the next atomic step; false when there is none. Throws when a rule of the core is broken. */
  stepOnce(sim: Sim): boolean;
  /** Applies a command at `at` (not before the last step) as a step of its own; bad input changes nothing. */
  apply(sim: Sim, command: Command, at: Micros): Result<true>;
  position(sim: Sim): Cursor;
  capture(sim: Sim): Key;
  restore(sim: Sim, key: Key): void;
  project(sim: Sim, view: View): Projection;
  /** Candidates of the preemption test, were it made now. */
  candidates(sim: Sim, transport: TransportId): CandidateRow[];
}
