import type { MessageId } from '../../../protocol/ids.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { Micros } from '../../../protocol/units.ts';
import type { Row, Table } from '../../tables.ts';

/** One row: how far the arrivals are, and the loop of the queue manager. */
export interface ModelledCursor extends Row {
  /** What the world is a model of; null = the record is still followed. */
  setup: ModelledSetup | null;
  /** Servers by index that a reader has said to be up, or down, whatever the record has. */
  forced: Readonly<Record<number, 'up' | 'down'>>;
  /** Next message. */
  next: number;
  /** Until when the queue manager reads the message before. */
  busy: Micros;
  /** Last turn of the queue manager's loop. */
  loop: Micros;
  /** Timers that are due and wait for the loop, oldest first; and the one that ends the wait. */
  held: readonly HeldTask[];
  /** When the process that keeps connections (scache) was last asked for one, or given one. */
  cached: Micros;
}

/** A timer whose second has come. */
export interface HeldTask {
  readonly id: number;
  readonly kind: string;
  readonly ref: number;
  readonly until: Micros;
}

/** A message in the run. Row id = its number. */
export interface ModelledMessage extends Row {
  msg: MessageId;
  /** Tries in a session, by recipient. */
  tries: readonly number[];
}

/** A server in the run. Row id = its index + 1. */
export interface ModelledServerState extends Row {
  /** Sessions that work. */
  open: number;
  /** Connections that are kept, oldest first. */
  idle: readonly KeptConnection[];
  /** Instants of new sessions that still count for a rate. */
  begun: readonly Micros[];
}

/** A connection that waits for the next delivery of a destination. */
export interface KeptConnection {
  readonly nexthop: string;
  /** Whole second at which it is to be closed; the process that keeps it sees so at its next turn. */
  readonly due: Micros;
  /** When it was opened. */
  readonly begun: Micros;
}

/** Whether a destination keeps its connections, and looks for kept ones. Row id = queue id. */
export interface ModelledQueue extends Row {
  lastDone: number;
  stores: boolean;
  loads: boolean;
}

/** The processes of a transport that have nothing to do. Row id = pool id. */
export interface ModelledPool extends Row {
  /** Oldest first. */
  idle: readonly IdleProcess[];
  /** When the last one that was started is there: they are started one after the other. */
  starting: Micros;
}

/** A process that waits for its next request. */
interface IdleProcess {
  readonly since: Micros;
  /** Requests that it had. */
  readonly uses: number;
}

/** A delivery: its session. Row id = delivery id. */
export interface ModelledSession extends Row {
  /** Index + 1 of the server; 0 = no session. */
  server: number;
  nexthop: string;
  keep: boolean;
  /** When its connection was opened. */
  begun: Micros;
  /** What passed until its process was there, and how many requests that process has had with this one; 0 = it needs none. */
  startUp: Micros;
  uses: number;
}

/** The world as a model of a record. */
export interface ModelledWorld {
  /** Throws while there is none. */
  readonly setup: ModelledSetup;
  readonly one: Table<ModelledCursor>;
  readonly messages: Table<ModelledMessage>;
  readonly servers: Table<ModelledServerState>;
  readonly queues: Table<ModelledQueue>;
  readonly pools: Table<ModelledPool>;
  readonly sessions: Table<ModelledSession>;
}
