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
 * The only row: the state of the run. Steps, events and decisions are numbered over the whole run, so that a link can point to
 * each of them. Each random stream has its own integer: a server that draws more latencies must not change the faults.
 */
export interface WorldRecord extends Row {
  now: Micros;
  step: StepNumber;
  event: EventNumber;
  decision: DecisionNumber;
  scriptNext: number;
  latencyStream: number;
  faultStream: number;
  nextNumber: number;
  scanTimer: TimerId;
  /** Transports of connections that wait for an agent, oldest first (at most two for each transport). */
  pending: readonly TransportId[];
}

/**
 * The delivery agents of one transport. `busy[i]` is the delivery of agent i+1, 0 when it is free. An agent above a
 * lowered limit finishes its delivery and takes no more. In Postfix master(8) starts processes; in this model an
 * agent exists as soon as the limit allows it.
 */
export interface AgentPoolRecord extends Row {
  name: string;
  /** 0 until the queue manager has used the transport. */
  transport: TransportId;
  limit: number;
  fault: 'none' | AgentFault;
  busy: readonly number[];
  busyCount: number;
  /** Number of agents at work now, if the run follows a record. */
  atWork: number;
  /** For pictures: entries handed over so far; the candidate of the latest preemption test and its score. */
  selections: number;
  candidate: JobId;
  score: number;
}

/**
 * The server of a destination, or (`*`) the pattern for destinations without their own settings. Such destinations get a
 * row at the first delivery, because sessions are counted for each server. In this model a server uses no local CPU.
 */
export interface ServerRecord extends Row {
  name: string;
  behaviour: ServerBehaviour;
  inherited: boolean;
  sessions: number;
  /** Deliveries that are connected and wait for a greeting, oldest first. */
  waiting: readonly number[];
  /** Number of connections so far, for a load balancer that uses its machines in turn. */
  turn: number;
}

/**
 * One delivery by one agent: a tile of the strip, a bar of the lanes. Rows are never dropped, because the strip shows
 * the whole run. `ordinal` is its position among the entries that its job handed over: its cell on the card. The
 * server's answer is drawn when the delivery starts, so that later events do not change it.
 */
export interface DeliveryRecord extends Row {
  /** Pool of its agent. A reload may have recreated the transport since. */
  pool: PoolId;
  transport: TransportId;
  agent: AgentId;
  msg: MessageId;
  job: JobId;
  entry: EntryId;
  queue: QueueId;
  queueName: string;
  recipients: number;
  /** Positions in the file: the list of the entry, which is never changed in place. */
  positions: readonly number[];
  ordinal: number;
  start: Micros;
  /** When the delivery ended; −1 while it is in progress. */
  end: Micros;
  result: '' | DeliveryResult;
  /**
   * The preemption in the selection of this entry; 0 = none. The entry need not belong to the message that preempted.
   */
  preempted: MessageId;
  preemptor: MessageId;
  /** Row of the server; 0 = the transport has no server. */
  server: number;
  /** True if the server counts the delivery as a session. */
  served: boolean;
  /** What the client waits for. It decides the timeout and the meaning of a failure. */
  phase: 'session' | DeliveryPhase;
  outcome: DeliveryResult;
  reason: string;
  bounced: number;
  /** Timer of the reply; 0 = no reply will come. */
  replyTimer: TimerId;
  /** Purgatory operation of the phase, and whether its event has arrived. */
  operation: OperationId;
  arrived: boolean;
  /** When the current wait times out; −1 = the delivery does not wait, or waits without a timeout. */
  until: Micros;
  /** Results of the recipients so far, according to the followed record; null without a record. */
  recorded: RecordedProgress | null;
  /** After a reload: recipients that the agent marks in the file, since no queue manager expects its report. */
  orphaned: readonly number[] | null;
  /**
   * Only for an agent that is a thread: the plan, the current leg, and its step (waiting, CPU work, or done). `over`:
   * the outcome is decided and only the report is missing. `said`: the reason that the server will give.
   */
  legs: readonly Leg[];
  leg: number;
  step: 'wait' | 'cpu' | 'done';
  over: '' | 'reply' | 'timeout';
  said: string;
}

/** Results of a request according to the record. `waits`: number of recipients without a result. */
export interface RecordedProgress {
  readonly waits: number;
  /** Positions that stay on file. */
  readonly kept: readonly number[];
  readonly bounced: number;
  /** Reason and status if the destination failed, else empty. */
  readonly reason: string;
  readonly status: string;
}

export type DeliveryResult = 'ok' | 'defer' | 'site-fail' | 'crash';

export interface Verdict {
  readonly result: DeliveryResult;
  readonly reason: string;
  readonly bounced: number;
}

/** A queue manager timer on the clock, found by (kind, object). */
export interface QmgrTimerRecord extends Hashed {
  kind: QmgrTimerKind;
  object: number;
  timer: TimerId;
}

/**
 * Maps queue manager timers, identified by (kind, object), to timers of the clock. A second request replaces the first
 * (qmgr/README.md §3.2).
 */
export interface QmgrTimers {
  readonly rows: Table<QmgrTimerRecord>;
  readonly index: HashIndex<QmgrTimerRecord>;
}

/** For the picture of a job: who used its delivery slots, and the vanished jobs between it and its parent. Row id = job id. */
export interface JobLedger extends Row {
  msg: MessageId;
  spends: readonly Spend[];
  /** The job above: the job that it preempted or, if this has vanished, its adopter; 0 = none. */
  above: JobId;
  /** Jobs below this job, in order of arrival. */
  below: readonly JobId[];
  /** Message numbers of vanished jobs between this job and the job above, nearest first. */
  gone: readonly number[];
  /** Entries not delivered or moved to retry: their number, and the ordinals of entries that are drawn as cells. */
  failedCount: number;
  failed: readonly number[];
  /** Deliveries in progress, oldest first. */
  open: readonly number[];
}

/** What the picture of a message shows. Kept after the queue manager has forgotten the message. Row id = message id. */
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
 * Cache of labels by destination, then by message and kind. Each entry of a message has the same four labels, and a log of a
 * million events looks each label up; cached labels save building, hashing and comparing their texts. Not state: it can be
 * rebuilt.
 */
export interface LabelMemo {
  byDestination: Map<string, Map<number, string>>;
  count: number;
}
