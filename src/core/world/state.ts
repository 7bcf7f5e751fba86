import type { ThreadId } from '../../protocol/threads.ts';
import type { AgentId, DeliveryId, PoolId, QueueId, StepNumber } from '../../protocol/ids.ts';
import type { Sliced } from '../sliced.ts';
import type { Command } from '../../protocol/commands.ts';
import type { ModelledSetup } from '../../protocol/modelled.ts';
import type { RecordedSetup, RecordPlace } from '../../protocol/recorded.ts';
import type { HeldTask, ModelledWorld } from './modelled/model.ts';
import type { RecordedWorld } from './recorded/model.ts';
import type { Decision } from '../../protocol/decisions.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import type { Micros } from '../../protocol/units.ts';
import type { Qmgr } from '../qmgr/model.ts';
import { type Store, type Table, touch } from '../tables.ts';
import type { Clock, ClockPort } from '../timers/clock-model.ts';
import type { Purgatory } from '../timers/purgatory-model.ts';
import type { History } from './history.ts';
import type { ThreadCommand, ThreadsSetup } from '../../protocol/threads-setup.ts';
import type { LaneStart } from '../../protocol/thread-lanes.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import type { InputError } from '../../protocol/result.ts';
import type { Machine } from '../threads/tables.ts';
import type { ThreadWorld } from './threads/model.ts';
import type { Ledger } from './ledger.ts';
import type {
  AgentPoolRecord,
  DeliveryRecord,
  QmgrTimers,
  ServerRecord,
  WorldRecord,
  LabelMemo,
  Verdict,
} from './model.ts';

/** Receives events and decisions. `step` is their atomic step. */
export interface LogSink {
  event(at: Micros, step: StepNumber, event: CoreEvent): void;
  decision(at: Micros, step: StepNumber, decision: Decision): void;
}

/** Id of the only row of `one`. */
export const ONE = 1;

/**
 * The queue manager and everything around it: tables of one store, the clock and the ports. The handle has no state;
 * `labels` is a cache.
 */
export interface World {
  readonly store: Store;
  readonly one: Table<WorldRecord>;
  readonly pools: Table<AgentPoolRecord>;
  readonly servers: Table<ServerRecord>;
  readonly deliveries: Table<DeliveryRecord>;
  readonly timers: QmgrTimers;
  readonly ledger: Ledger;
  readonly history: History;
  readonly qmgr: Qmgr;
  readonly clock: Clock;
  readonly clockPort: ClockPort;
  readonly purgatory: Purgatory;
  /** The agents as threads. Null = agents are not threads: an agent exists as soon as the process limit allows it. */
  readonly threads: AgentThreads | null;
  /** The record that is followed. Null = servers are simulated. */
  readonly recorded: FollowedRecord | null;
  /** The model of a record. Null = the servers of the scenario are used. */
  readonly modelled: ModelOfRecord | null;
  readonly sink: LogSink;
  /** Agents of each transport that the scenario does not name. */
  readonly agentsByDefault: number;
  readonly labels: LabelMemo;
}

export interface AgentThreads extends ThreadWorld {
  readonly part: ThreadPart;
}

/**
 * What a world does when agents are threads (`threads/part.ts`). It comes with the scenario and is used only through
 * this interface, because the page loads it only for these scenarios.
 */
export interface ThreadPart {
  createThreadWorld(part: ThreadPart, setup: ThreadsSetup, seed: number, world: World): AgentThreads;
  withMachine(threads: ThreadWorld, others: Micros | null): Micros | null;
  machineIsDue(threads: ThreadWorld, now: Micros): boolean;
  machineTurn(world: World, threads: ThreadWorld): Sliced<void>;
  machineFollow(world: World, threads: ThreadWorld): void;
  answerThreads(world: World, threads: ThreadWorld): Sliced<void>;
  connectionsSettle(world: World, threads: ThreadWorld): void;
  tokensReady(world: World, threads: ThreadWorld): boolean;
  tokensPost(world: World, threads: ThreadWorld): Sliced<void>;
  tokensClear(threads: ThreadWorld): void;
  threadReply(
    world: World,
    threads: ThreadWorld,
    delivery: DeliveryId,
    cause: 'reply' | 'timeout',
  ): Sliced<void>;
  threadResume(threads: ThreadWorld, pool: PoolId, agent: AgentId): void;
  threadPoolAdd(world: World, threads: ThreadWorld, pool: PoolId): void;
  agentThread(threads: ThreadWorld, pool: PoolId, agent: AgentId): number;
  agentsLimit(world: World, threads: ThreadWorld, pool: PoolId): void;
  backgroundSet(threads: ThreadWorld, count: number): void;
  legsServe(world: World, threads: ThreadWorld, delivery: DeliveryId, verdict: Verdict): void;
  legsRefuse(world: World, threads: ThreadWorld, delivery: DeliveryId, after: Micros, verdict: Verdict): void;
  legsSilent(world: World, threads: ThreadWorld, delivery: DeliveryId, phase: 'connect' | 'greeting'): void;
  legsLocal(world: World, delivery: DeliveryId, wait: Micros): void;
  faultEnd(threads: ThreadWorld, thread: ThreadId): void;
  threadCommandCheck(world: World, threads: ThreadWorld, command: ThreadCommand): InputError[];
  threadCommandApply(world: World, threads: ThreadWorld, command: ThreadCommand): void;
  threadsRow(world: World, transport: string): ThreadsRow | null;
  laneStarts(machine: Machine): LaneStart[];
}

export interface FollowedRecord extends RecordedWorld {
  readonly part: RecordedPart;
  /** The model that replaces the record when the run leaves it. */
  readonly model: ModelOfRecord;
}

/** Functions that a followed record and a model of a record have in common. */
interface OutsidePart {
  placeIn(world: World): RecordPlace;
  /**
   * Returns '' if a command about a model is accepted, else a noun phrase for what is accepted; undefined for other
   * commands.
   */
  refusal(world: World, command: Command): string | undefined;
  /** Applies a command about a model; ignores other commands. */
  apply(world: World, command: Command): void;
}

/** What a world does when it follows a record (`recorded/part.ts`). Loaded only for these scenarios. */
export interface RecordedPart extends OutsidePart {
  /** Gives the world its record, and the model that may follow. */
  join(world: World, setup: RecordedSetup): void;
  nextFact(recorded: RecordedWorld): Micros | null;
  factTurn(world: World, recorded: RecordedWorld): void;
  serve(world: World, recorded: RecordedWorld, delivery: DeliveryId): void;
  /** True if a dead destination that is due is revived only later, as a later log line shows. */
  revivesLater(world: World, recorded: RecordedWorld, queue: QueueId): boolean;
}

export interface ModelOfRecord extends ModelledWorld {
  readonly part: ModelledPart;
}

/** What a world does when it is a model of a record (`modelled/part.ts`). Loaded only for these scenarios. */
export interface ModelledPart extends OutsidePart {
  createModelled(setup: ModelledSetup, store: Store): ModelledWorld;
  nextArrival(modelled: ModelledWorld): Micros | null;
  arrive(world: World, modelled: ModelledWorld): void;
  serve(world: World, modelled: ModelledWorld, delivery: DeliveryId): void;
  over(world: World, modelled: ModelledWorld, delivery: DeliveryId): void;
  holdTask(world: World, modelled: ModelledWorld, task: Omit<HeldTask, 'until'>): boolean;
  isAwaited(modelled: ModelledWorld, now: Micros): boolean;
  loopTurns(world: World, modelled: ModelledWorld): readonly HeldTask[];
  nextScanOf(modelled: ModelledWorld, now: Micros, delay: Micros): Micros;
}

export function report(world: World, event: CoreEvent): void {
  const one = touch(world.one, ONE);
  one.event++;
  world.sink.event(one.now, one.step, event);
}
