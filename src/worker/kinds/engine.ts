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
import type { RunOutcome } from '../../protocol/outcome.ts';
import type { Micros } from '../../protocol/units.ts';
import type { RecordPlace } from '../../protocol/recorded.ts';
import type { LabReport } from '../../protocol/lab.ts';
import type { LaneStart } from '../../protocol/thread-lanes.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import type { InflationReport } from '../../protocol/waits.ts';
import type { WheelDetail, WheelQuestion } from '../../protocol/wheel.ts';
import type { WhyAnswer, WhyQuestion } from '../../protocol/why.ts';

export type { LogSink, Projection, Sliced, WaitSums };

export interface WaitDivision<Sim> {
  create(from: Micros, only: readonly MessageId[] | null): WaitSums;
  /** Attributes the time up to `until`, in which the state does not change. */
  add(sums: WaitSums, sim: Sim, until: Micros): void;
  copy(sums: WaitSums): WaitSums;
}

/** Questions about a state. Each kind of run supports some of them. */
export interface Looks {
  candidates(transport: TransportId): CandidateRow[];
  why(question: WhyQuestion): WhyAnswer;
  message(number: number): MessageDetail | null;
  ages(queues: readonly MailQueueName[], first: number): AgeTable;
  memory(): MemoryTable;
  outcome(): RunOutcome;
  /** Returns the jobs that lent delivery slots on a transport; null if the transport does not exist. */
  inflation(transport: string): InflationReport | null;
  /** Returns the whole timing wheel. The caller adds the data that only the log has (`queries/wheel-queries.ts`). */
  wheel(question: WheelQuestion): WheelDetail | null;
  record(): RecordPlace | null;
  lab(): LabReport | null;
  /**
   * Returns a group by name. In a run of mail the name is that of a transport, and null means that it has no group of
   * threads. In a run of threads alone an unknown name gives the first group.
   */
  threads(name: string): ThreadsRow | null;
  laneStarts(): LaneStart[];
  feedbackRule(): MailScenario['feedback'];
}

export type LooksOf<Sim> = {
  readonly [What in keyof Looks]?: (sim: Sim, ...asked: Parameters<Looks[What]>) => ReturnType<Looks[What]>;
};

export function lookIn<Sim>(looks: LooksOf<Sim>): Engine<Sim, unknown>['look'] {
  return (sim, what, ...asked) => looks[what]?.(sim, ...asked);
}

/**
 * The interface between session and simulation. An object instead of imports, so that tests can run the session on a
 * simulation of sixty lines with known states.
 *
 * Everything is synchronous and deterministic: the same scenario and commands give the same events in the same steps.
 */
export interface Engine<Sim, Key, OfKind = Scenario> {
  create(scenario: OfKind, sink: LogSink): Sim;
  /** `create` in slices, for runs that take long to create. Absent or null = `create` is fast. */
  createParts?(scenario: OfKind, sink: LogSink): Sliced<Sim> | null;
  /** Instant of the next step, or null when nothing more happens. */
  nextInstant(sim: Sim): Micros | null;
  /** Executes the next atomic step. Returns false if there is none. Throws when a rule of the core is broken. */
  stepOnce(sim: Sim): boolean;
  /** `stepOnce` in slices. Absent or null = the step is short. Before the last slice only `restore` may be called. */
  stepParts?(sim: Sim): Sliced<boolean> | null;
  applyParts?(sim: Sim, command: Command, at: Micros): Sliced<Result<true>> | null;
  /** Applies a command at `at` (not before the last step) as its own step. Bad input changes nothing. */
  apply(sim: Sim, command: Command, at: Micros): Result<true>;
  position(sim: Sim): Cursor;
  capture(sim: Sim): Key;
  restore(sim: Sim, key: Key): void;
  /** Estimated bytes of a keyframe that the previous keyframe does not share. Absent = `KEY_BYTES`. */
  keyBytes?(key: Key): number;
  /** Estimated bytes of the state. Absent = 0. */
  stateBytes?(sim: Sim): number;
  /** Throws when an invariant is broken. Takes time in proportion to the state; for development and tests. */
  verify?(sim: Sim): void;
  /** Number of records changed so far, as a measure of cost that is equal on every machine. `restore` never lowers it. */
  work?(sim: Sim): number;
  project(sim: Sim, view: View): Projection;
  /** Value of an expression in this state; NaN = none. Absent = no expression has a value. */
  evaluate?(sim: Sim, expression: Expression, transport: string): number;
  /** Answers one question about this state; undefined when this kind of run does not support it. */
  look<What extends keyof Looks>(
    sim: Sim,
    what: What,
    ...asked: Parameters<Looks[What]>
  ): ReturnType<Looks[What]> | undefined;
  /** The kind of step at which playing by steps stops. Absent = decisions. */
  playBy?(sim: Sim): StepKind | 'second';
  /** Divides waiting time over causes. Absent = a run without mail. */
  waits?: WaitDivision<Sim>;
}
