import type { Decision, SelectionDecision } from '../../protocol/decisions.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import type { Micros } from '../../protocol/units.ts';
import type { Qmgr } from '../qmgr/model.ts';
import { type Store, type Table, touch } from '../tables.ts';
import type { Clock, ClockPort } from '../timers/clock-model.ts';
import type { Purgatory } from '../timers/purgatory-model.ts';
import type { History } from './history.ts';
import type { ThreadWorld } from './threads/model.ts';
import type { Ledger } from './ledger.ts';
import type {
  AgentPoolRecord,
  DeliveryRecord,
  QmgrTimers,
  ServerRecord,
  WorldRecord,
  LabelMemo,
} from './model.ts';

/** Where events and decisions go; `step` is the atomic step that they belong to. */
export interface LogSink {
  event(at: Micros, step: number, event: CoreEvent): void;
  decision(at: Micros, step: number, decision: Decision): void;
}

/** Id of the one row of `one`. */
export const ONE = 1;

/**
 * Everything around the queue manager, and the queue manager: tables of one store, the clock, and the ports through
 * which they speak. The handle holds no state of its own but `lastSelection`, which is set and read within a step;
 * `labels` only saves work.
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
  readonly threads: ThreadWorld | null;
  readonly sink: LogSink;
  /** Agents of a transport that the scenario does not name. */
  readonly agentsByDefault: number;
  lastSelection: SelectionDecision | null;
  readonly labels: LabelMemo;
}

/** Logs an event at this instant. */
export function report(world: World, event: CoreEvent): void {
  const one = touch(world.one, ONE);
  one.event++;
  world.sink.event(one.now, one.step, event);
}
