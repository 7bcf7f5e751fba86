import type { Projection } from '../core/project.ts';
import type { WaitSums } from '../core/attribution/attribution.ts';
import type { LogSink } from '../core/simulation.ts';
import type { Command } from '../protocol/commands.ts';
import type { Expression } from '../protocol/expression.ts';
import type { Cursor, View } from '../protocol/frame.ts';
import type { MessageId, TransportId } from '../protocol/ids.ts';
import type { AgeTable, MailQueueName, MemoryTable, MessageDetail } from '../protocol/inspect.ts';
import type { Result } from '../protocol/result.ts';
import type { Scenario } from '../protocol/scenario.ts';
import type { CandidateRow } from '../protocol/session-api.ts';
import type { Micros } from '../protocol/units.ts';
import type { LabReport } from '../protocol/lab.ts';
import type { LaneStart } from '../protocol/thread-lanes.ts';
import type { ThreadsRow } from '../protocol/threads-view.ts';
import type { InflationReport } from '../protocol/waits.ts';
import type { WheelDetail, WheelQuestion } from '../protocol/wheel.ts';
import type { WhyAnswer, WhyQuestion } from '../protocol/why.ts';

export type { LogSink, Projection, WaitSums };

/** How waiting time is divided over causes while somebody goes along the run. */
export interface WaitDivision<Sim> {
  create(from: Micros, only: readonly MessageId[] | null): WaitSums;
  /** Gives the time up to `until`, in which the state does not change, to its causes. */
  add(sums: WaitSums, sim: Sim, until: Micros): void;
  copy(sums: WaitSums): WaitSums;
}

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
  /** Bytes that a keyframe holds and the one before it does not, about. Absent = a fixed guess. */
  keyBytes?(key: Key): number;
  /** Records changed so far, restored or not: a measure of time that does not depend on the machine. */
  work?(sim: Sim): number;
  project(sim: Sim, view: View): Projection;
  /** Candidates of the preemption test, were it made now. */
  candidates(sim: Sim, transport: TransportId): CandidateRow[];
  /** Value of an expression in this state; NaN where it has none. Absent = every expression has none. */
  evaluate?(sim: Sim, expression: Expression, transport: string): number;
  /** Why something is as it is at this moment. */
  why(sim: Sim, question: WhyQuestion): WhyAnswer;
  /** Where each recipient of a message is. */
  message(sim: Sim, number: number): MessageDetail | null;
  ages(sim: Sim, queues: readonly MailQueueName[], first: number): AgeTable;
  memory(sim: Sim): MemoryTable;
  /** Absent = a run without mail. */
  waits?: WaitDivision<Sim>;
  /** Who lent delivery slots on a transport. Absent or null = nobody could. */
  inflation?(sim: Sim, transport: string): InflationReport | null;
  /** The timing wheel in full, without what only the log knows. Absent or null = there is none. */
  wheel?(sim: Sim, question: WheelQuestion): WheelDetail | null;
  /** A group by name (a transport, in a run of mail). Absent or null = there is none. */
  threads?(sim: Sim, name: string): ThreadsRow | null;
  /** Every thread there is, in the state that it is in. Absent = none. */
  laneStarts?(sim: Sim): LaneStart[];
  /** The designs of the timer laboratory. Absent or null = another kind of run. */
  lab?(sim: Sim): LabReport | null;
}
