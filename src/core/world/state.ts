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

/** Where events and decisions go; `step` is the atomic step that they belong to. */
export interface LogSink {
  event(at: Micros, step: StepNumber, event: CoreEvent): void;
  decision(at: Micros, step: StepNumber, decision: Decision): void;
}

/** Id of the one row of `one`. */
export const ONE = 1;

/**
 * Everything around the queue manager, and the queue manager: tables of one store, the clock, and the ports through
 * which they speak. The handle holds no state of its own; `labels` only saves work.
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
  /** Null = agents are not threads: one is there as soon as the process limit allows it. */
  readonly threads: AgentThreads | null;
  /** Null = servers are simulated. */
  readonly recorded: FollowedRecord | null;
  /** Null = servers are those of the scenario. */
  readonly modelled: ModelOfRecord | null;
  readonly sink: LogSink;
  /** Agents of a transport that the scenario does not name. */
  readonly agentsByDefault: number;
  readonly labels: LabelMemo;
}

/** Agents as threads, with what is done with them. */
export interface AgentThreads extends ThreadWorld {
  readonly part: ThreadPart;
}

/**
 * All that a world does where agents are threads (`threads/part.ts`). The world gets it with the scenario and reaches it
 * only here, because the page fetches it for such scenarios alone.
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

/** A record that is followed, with what is done with it. */
export interface FollowedRecord extends RecordedWorld {
  readonly part: RecordedPart;
  /** What the world becomes when the record is left. */
  readonly model: ModelOfRecord;
}

/** What can be asked of either of the two, whichever the world has now. */
interface OutsidePart {
  placeIn(world: World): RecordPlace;
  /** What is accepted instead of a command about a model; '' = it is accepted, undefined = it is about something else. */
  refusal(world: World, command: Command): string | undefined;
  /** Does a command about a model, and nothing else. */
  apply(world: World, command: Command): void;
}

/** All that a world does whose outside is a record (`recorded/part.ts`); fetched with such a scenario alone. */
export interface RecordedPart extends OutsidePart {
  /** Gives the world its record, and the model that may come after it. */
  join(world: World, setup: RecordedSetup): void;
  nextFact(recorded: RecordedWorld): Micros | null;
  factTurn(world: World, recorded: RecordedWorld): void;
  serve(world: World, recorded: RecordedWorld, delivery: DeliveryId): void;
  /** The time of a dead destination is over, but a line to come tells when the queue manager saw it. */
  revivesLater(world: World, recorded: RecordedWorld, queue: QueueId): boolean;
}

/** A model of a record, with what is done with it. */
export interface ModelOfRecord extends ModelledWorld {
  readonly part: ModelledPart;
}

/** All that a world does that is a model of a record (`modelled/part.ts`); fetched with such a scenario alone. */
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

/** Logs an event at this instant. */
export function report(world: World, event: CoreEvent): void {
  const one = touch(world.one, ONE);
  one.event++;
  world.sink.event(one.now, one.step, event);
}
