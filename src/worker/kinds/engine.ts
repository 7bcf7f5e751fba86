import type { StepKind } from '../log/log.ts';
import type { Projection } from '../../core/project.ts';
import type { Sliced } from '../../core/sliced.ts';
import type { WaitSums } from '../../core/attribution/attribution.ts';
import type { LogSink } from '../../core/simulation.ts';
import type { Command } from '../../protocol/commands.ts';
import type { Expression } from '../../protocol/debug.ts';
import type { Cursor, View } from '../../protocol/frame.ts';
import type { MessageId, TransportId } from '../../protocol/ids.ts';
import type { AgeTable, MailQueueName, MemoryTable, MessageDetail } from '../../protocol/inspect.ts';
import type { Result } from '../../protocol/result.ts';
import type { MailScenario, Scenario } from '../../protocol/scenario.ts';
import type { CandidateRow } from '../../protocol/answers.ts';
import type { Micros } from '../../protocol/units.ts';
import type { RecordPlace } from '../../protocol/recorded.ts';
import type { LabReport } from '../../protocol/lab.ts';
import type { LaneStart } from '../../protocol/thread-lanes.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import type { InflationReport } from '../../protocol/waits.ts';
import type { WheelDetail, WheelQuestion } from '../../protocol/wheel.ts';
import type { WhyAnswer, WhyQuestion } from '../../protocol/why.ts';

export type { LogSink, Projection, Sliced, WaitSums };

/** How waiting time is divided over causes along the run. */
export interface WaitDivision<Sim> {
  create(from: Micros, only: readonly MessageId[] | null): WaitSums;
  /** Gives the time up to `until`, in which the state does not change, to its causes. */
  add(sums: WaitSums, sim: Sim, until: Micros): void;
  copy(sums: WaitSums): WaitSums;
}

/** What can be looked at in a state; each kind of run has some of it. */
export interface Looks {
  /** Candidates of the preemption test, were it made now. */
  candidates(transport: TransportId): CandidateRow[];
  /** Why something is as it is at this moment. */
  why(question: WhyQuestion): WhyAnswer;
  /** Where each recipient of a message is. */
  message(number: number): MessageDetail | null;
  ages(queues: readonly MailQueueName[], first: number): AgeTable;
  memory(): MemoryTable;
  /** Who lent delivery slots on a transport. */
  inflation(transport: string): InflationReport | null;
  /** The timing wheel in full, without what only the log knows. */
  wheel(question: WheelQuestion): WheelDetail | null;
  /** How far the record is that the run follows. */
  record(): RecordPlace | null;
  /** The designs of the timer laboratory. */
  lab(): LabReport | null;
  /** A group by name (a transport, in a run of mail). */
  threads(name: string): ThreadsRow | null;
  /** Every thread there is, in the state that it is in. */
  laneStarts(): LaneStart[];
  /** Which of the two feedback rules is in force. */
  feedbackRule(): MailScenario['feedback'];
}

/** The looks of one kind of simulation. */
export type LooksOf<Sim> = {
  readonly [What in keyof Looks]?: (sim: Sim, ...asked: Parameters<Looks[What]>) => ReturnType<Looks[What]>;
};

/** `Engine.look` of a kind that has these. */
export function lookIn<Sim>(looks: LooksOf<Sim>): Engine<Sim, unknown>['look'] {
  return (sim, what, ...asked) => looks[what]?.(sim, ...asked);
}

/**
 * The simulation as the session needs it. An object instead of imports: the session is tested on a simulation of
 * sixty lines whose states are known, and the worker gives it the real one.
 *
 * All of it is synchronous and deterministic: the same scenario and commands give the same events in the same steps.
 */
export interface Engine<Sim, Key, OfKind = Scenario> {
  create(scenario: OfKind, sink: LogSink): Sim;
  /** The same in parts, for runs that take long to make. Absent or null = `create` is quick. */
  createParts?(scenario: OfKind, sink: LogSink): Sliced<Sim> | null;
  /** Instant of the next step, or null when nothing is left to happen. */
  nextInstant(sim: Sim): Micros | null;
  /** Executes the next atomic step; false when there is none. Throws when a rule of the core is broken. */
  stepOnce(sim: Sim): boolean;
  /** The same in parts, for a step that may be long. Absent or null = none is. Until the last part only `restore` may follow. */
  stepParts?(sim: Sim): Sliced<boolean> | null;
  applyParts?(sim: Sim, command: Command, at: Micros): Sliced<Result<true>> | null;
  /** Applies a command at `at` (not before the last step) as a step of its own; bad input changes nothing. */
  apply(sim: Sim, command: Command, at: Micros): Result<true>;
  position(sim: Sim): Cursor;
  capture(sim: Sim): Key;
  restore(sim: Sim, key: Key): void;
  /** Bytes that a keyframe holds and the one before it does not, about. Absent = a fixed guess. */
  keyBytes?(key: Key): number;
  /** Bytes that the state takes, about. Absent = little. */
  stateBytes?(sim: Sim): number;
  /** Throws when a rule across structures is broken. Costs as much as there is state: for development and tests. */
  verify?(sim: Sim): void;
  /** Records changed so far, restored or not: a measure of time that does not depend on the machine. */
  work?(sim: Sim): number;
  project(sim: Sim, view: View): Projection;
  /** Value of an expression in this state; NaN where it has none. Absent = every expression has none. */
  evaluate?(sim: Sim, expression: Expression, transport: string): number;
  /** A look at one thing in this state; undefined when a run of this kind has no such thing. */
  look<What extends keyof Looks>(
    sim: Sim,
    what: What,
    ...asked: Parameters<Looks[What]>
  ): ReturnType<Looks[What]> | undefined;
  /** What playing without motion goes to: not every run has decisions. Absent = decisions. */
  playBy?(sim: Sim): StepKind | 'second';
  /** Absent = a run without mail. */
  waits?: WaitDivision<Sim>;
}
