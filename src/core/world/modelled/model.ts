import type { MessageId } from '../../../protocol/ids.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { Micros } from '../../../protocol/units.ts';
import type { Row, Table } from '../../tables.ts';

/** The only row: progress of the arrivals, and the event loop of the queue manager. */
export interface ModelledCursor extends Row {
  /** The model; null = the run still follows a record. */
  setup: ModelledSetup | null;
  /** Servers, by index, that the user has forced to be up or down. */
  forced: Readonly<Record<number, 'up' | 'down'>>;
  next: number;
  /** Instant until which the queue manager reads the previous message. */
  busy: Micros;
  /** Instant of the last turn of the queue manager's event loop. */
  loop: Micros;
  /** Timers that are due and wait for the loop, oldest first. */
  held: readonly HeldTask[];
  /** Instant of the last request to the process that keeps connections (scache). */
  cached: Micros;
}

/** A due timer that waits for the event loop of the queue manager, until `until` at the latest. */
export interface HeldTask {
  readonly id: number;
  readonly kind: string;
  readonly ref: number;
  readonly until: Micros;
}

/** A message of the run. Row id = its number. */
export interface ModelledMessage extends Row {
  msg: MessageId;
  /** Number of attempts in sessions, by recipient. */
  tries: readonly number[];
}

/** A server of the run. Row id = its index + 1. */
export interface ModelledServerState extends Row {
  open: number;
  /** Kept connections, oldest first. */
  idle: readonly KeptConnection[];
  /** Start times of the new sessions that still count towards the server's rate limit. */
  begun: readonly Micros[];
}

/** An idle connection kept for the next delivery of a destination. */
export interface KeptConnection {
  readonly nexthop: string;
  /** The whole second at which the connection expires. The process that keeps it closes it at its next turn. */
  readonly due: Micros;
  readonly begun: Micros;
}

/** Whether a destination stores and loads connections. Row id = queue id. */
export interface ModelledQueue extends Row {
  lastDone: number;
  stores: boolean;
  loads: boolean;
}

/** The idle processes of a transport. Row id = pool id. */
export interface ModelledPool extends Row {
  /** Idle processes, oldest first. */
  idle: readonly IdleProcess[];
  /** Instant at which the last started process is ready. Processes are started one at a time. */
  starting: Micros;
}

interface IdleProcess {
  readonly since: Micros;
  readonly uses: number;
}

/** The session of a delivery. Row id = delivery id. */
export interface ModelledSession extends Row {
  /** Index + 1 of the server; 0 = no session. */
  server: number;
  nexthop: string;
  keep: boolean;
  begun: Micros;
  /** Wait for a process to start; and number of requests of that process, including this delivery (0 = no process needed). */
  startUp: Micros;
  uses: number;
}

export interface ModelledWorld {
  /** Throws while there is no model. */
  readonly setup: ModelledSetup;
  readonly one: Table<ModelledCursor>;
  readonly messages: Table<ModelledMessage>;
  readonly servers: Table<ModelledServerState>;
  readonly queues: Table<ModelledQueue>;
  readonly pools: Table<ModelledPool>;
  readonly sessions: Table<ModelledSession>;
}
