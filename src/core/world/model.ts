import type { AgentFault, ServerBehaviour } from '../../protocol/commands.ts';
import type {
  JobId,
  MessageId,
  QueueId,
  TimerId,
  TransportId,
  EntryId,
  StepNumber,
  OperationId,
  EventNumber,
  DecisionNumber,
  PoolId,
  AgentId,
} from '../../protocol/ids.ts';
import type { Spend } from '../../protocol/rows.ts';
import type { Micros } from '../../protocol/units.ts';
import type { Hashed, HashIndex } from '../hash-index.ts';
import type { QmgrTimerKind } from '../qmgr/port.ts';
import type { DeliveryPhase } from '../../protocol/threads-setup.ts';
import type { Row, Table } from '../tables.ts';
import type { Leg } from './threads/model.ts';

/**
 * One row: where the run stands. Counters number steps, events and decisions over the whole run, so that a link can
 * point at one of them. Each random stream is an integer of its own: a server that draws more latencies must not
 * change what the faults draw.
 */
export interface WorldRecord extends Row {
  now: Micros;
  step: StepNumber;
  event: EventNumber;
  decision: DecisionNumber;
  /** Next command of the script. */
  scriptNext: number;
  latencyStream: number;
  faultStream: number;
  /** Next number for a chip. */
  nextNumber: number;
  /** Timer of the next scan of the deferred queue; 0 = none was asked for. */
  scanTimer: TimerId;
  /** Transports of connections that wait for an agent, oldest first (at most two a transport). */
  pending: readonly TransportId[];
}

/**
 * The delivery agents of one transport. `busy[i]` is the delivery that agent i+1 works on, 0 when it is free. An agent
 * above a lowered limit finishes its delivery and takes no other. Postfix has processes started by master(8); here an
 * agent is there as soon as the limit allows it (a modelling choice).
 */
export interface AgentPoolRecord extends Row {
  name: string;
  /** 0 until the queue manager has used the transport. */
  transport: TransportId;
  limit: number;
  fault: 'none' | AgentFault;
  busy: readonly number[];
  busyCount: number;
  /** Where the outside is a record: agents that it has at work now. */
  atWork: number;
  /** Delivery slots given so far; candidate of the latest preemption test, and its score. For the picture. */
  selections: number;
  candidate: JobId;
  score: number;
}

/**
 * A server behind a destination, or (`*`) the pattern for destinations that were not set apart: those get a row of their
 * own at the first delivery, because sessions are counted by server. It costs no local CPU (a modelling choice).
 */
export interface ServerRecord extends Row {
  name: string;
  behaviour: ServerBehaviour;
  inherited: boolean;
  /** Sessions that it serves now. */
  sessions: number;
  /** Deliveries that were accepted and wait for a greeting, oldest first. */
  waiting: readonly number[];
  /** Connections so far, for a balancer that takes its machines in turn. */
  turn: number;
}

/**
 * One delivery by one agent: a tile of the strip, a bar of the lanes. Kept for ever, because the strip is the whole
 * run. `ordinal` is its place among the entries that its job gave out: the cell that it fills on the card. What the
 * server will answer is drawn when the delivery starts, so that nothing that happens meanwhile changes it.
 */
export interface DeliveryRecord extends Row {
  /** Pool of its agent; the transport may have been made anew since, by a reload. */
  pool: PoolId;
  transport: TransportId;
  agent: AgentId;
  msg: MessageId;
  job: JobId;
  entry: EntryId;
  queue: QueueId;
  queueName: string;
  recipients: number;
  /** Their positions in the file: the entry's own list, which never changes in place. */
  positions: readonly number[];
  ordinal: number;
  start: Micros;
  /** −1 while it is open. */
  end: Micros;
  result: '' | DeliveryResult;
  /** Preemption at this selection: who was, and by whom (not always the one that then got the slot); 0 = none. */
  preempted: MessageId;
  preemptor: MessageId;
  /** Server that it talks to; 0 = a transport without a remote side. */
  server: number;
  /** The server counts it as a session. */
  served: boolean;
  /** How far it came: what the client waits for, which decides its patience and what a failure means. */
  phase: 'session' | DeliveryPhase;
  outcome: DeliveryResult;
  reason: string;
  bounced: number;
  /** The reply on the clock; 0 = none is coming. */
  replyTimer: TimerId;
  /** Purgatory operation of the phase that it waits in, and whether what that waits for has come. */
  operation: OperationId;
  arrived: boolean;
  /** End of its patience; −1 = it waits for nothing, or without end. */
  until: Micros;
  /** Where the outside is a record: what it has said so far of the recipients. */
  recorded: RecordedProgress | null;
  /** After a reload: recipients that the agent marks in the file itself, because the queue manager does not wait for its report. */
  orphaned: readonly number[] | null;
  /**
   * By a thread only (else no legs): the plan, the leg that it is in, and how far that is: the wait, the work that
   * follows, or neither. `over`: the delivery is decided and only the report is missing. `said`: reason that the server
   * gives in the end.
   */
  legs: readonly Leg[];
  leg: number;
  step: 'wait' | 'cpu' | 'done';
  over: '' | 'reply' | 'timeout';
  said: string;
}

/** What a record has said of a request: how many of its recipients are still open, and what became of the others. */
export interface RecordedProgress {
  readonly waits: number;
  /** Positions that stay on file. */
  readonly kept: readonly number[];
  readonly bounced: number;
  /** Reason and status when the destination failed; empty = it did not. */
  readonly reason: string;
  readonly status: string;
}

export type DeliveryResult = 'ok' | 'defer' | 'site-fail' | 'crash';

/** How a delivery will end, as its server has decided. */
export interface Verdict {
  readonly result: DeliveryResult;
  readonly reason: string;
  readonly bounced: number;
}

/** A timer of the queue manager on the clock, found by (kind, object). */
export interface QmgrTimerRecord extends Hashed {
  kind: QmgrTimerKind;
  object: number;
  timer: TimerId;
}

/**
 * Timers of the queue manager on the clock of the world. The queue manager knows a timer by (kind, object) and asking
 * again replaces it (qmgr/README.md §3.2); the clock knows it by id. This table stands between them.
 */
export interface QmgrTimers {
  readonly rows: Table<QmgrTimerRecord>;
  readonly index: HashIndex<QmgrTimerRecord>;
}

/**
 * What the picture of a job needs beyond the real software's record: on whom its delivery slots were spent, and the
 * vanished jobs between it and its parent. Row id = job id.
 */
export interface JobLedger extends Row {
  msg: MessageId;
  spends: readonly Spend[];
  /** Job that it hangs below: the one it preempted or, when that has vanished, its adopter; 0 = none. */
  above: JobId;
  /** Jobs that hang below this one, in the order in which they came. */
  below: readonly JobId[];
  /** Message numbers of vanished jobs between this job and the one above, nearest first. */
  gone: readonly number[];
  /** Entries that ended without being delivered, or were moved to retry; and which of those that a card draws one by one. */
  failedCount: number;
  failed: readonly number[];
  /** Open deliveries, oldest first. */
  open: readonly number[];
}

/** What the picture of a message needs after the queue manager has forgotten it. Row id = message id. */
export interface MessageLedger extends Row {
  number: number;
  injected: Micros;
  recipients: number;
  delivered: number;
  bounced: number;
  deferred: number;
  place: 'incoming' | 'active' | 'deferred' | 'hold' | 'done';
  /** First and latest delivery slot, and the end; −1 = not yet. */
  firstSlotAt: Micros;
  lastSlotAt: Micros;
  doneAt: Micros;
  jobs: readonly JobId[];
}

/**
 * Words that were made already, by destination and then by message and kind. Every entry of a message for a destination
 * has the same ones four times, and a log of a million events looks each of them up: a text that was seen before is found
 * by its hash, a new one is put together, hashed and compared first. Not state: what is missing is made again.
 */
export interface LabelMemo {
  byDestination: Map<string, Map<number, string>>;
  count: number;
}
