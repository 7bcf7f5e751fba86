import type { Command } from './commands.ts';
import type {
  EntryId,
  EventNumber,
  MessageId,
  QueueId,
  StepNumber,
  TransportId,
  OperationId,
  AgentId,
  TimerNumber,
  DeliveryId,
  PoolId,
} from './ids.ts';
import type { LabEvent } from './lab.ts';
import type { RecordedDifference } from './recorded.ts';
import type {
  CpuId,
  GroupId,
  ReleaseRule,
  RunState,
  SourceId,
  ThreadCause,
  ThreadId,
  WaitReason,
} from './threads.ts';
import type { Micros, Seconds } from './units.ts';

/**
 * Everything that happened, named noun.verb. The core emits events in order; the session numbers and stamps them. An event
 * carries names beside ids, because the object with an id may no longer exist when the log is read.
 */
export type CoreEvent = QmgrEvent | WorldEvent | TimerEvent | ThreadEvent | LabEvent;

/** Events of the queue manager: the `ev` of the recorded traces, and two more: `entry.selected` and `entry.done`. */
export type QmgrEvent =
  | { kind: 'message.read'; msg: MessageId; limit: number; count: number; unread: number; more: boolean }
  | {
      kind: 'message.assigned';
      msg: MessageId;
      entries: { entry: EntryId; queue: QueueId; recipients: number }[];
    }
  | { kind: 'transport.created'; transport: TransportId; name: string }
  | { kind: 'queue.created'; queue: QueueId; transport: TransportId; name: string }
  | { kind: 'queue.dropped'; queue: QueueId; transport: TransportId; name: string }
  | { kind: 'job.linked'; transport: TransportId; msg: MessageId }
  | {
      kind: 'job.preempted';
      transport: TransportId;
      current: MessageId;
      by: MessageId;
      level: number;
      needed: number;
    }
  | { kind: 'job.popped'; transport: TransportId; msg: MessageId; refund: number }
  | { kind: 'job.retired'; transport: TransportId; msg: MessageId }
  | { kind: 'job.blocked'; transport: TransportId; msg: MessageId }
  | { kind: 'queue.unblocked'; queue: QueueId; transport: TransportId; name: string }
  | {
      kind: 'queue.window';
      queue: QueueId;
      from: number;
      to: number;
      cause: 'positive' | 'negative' | 'revived' | 'resumed';
    }
  | {
      kind: 'queue.dead';
      queue: QueueId;
      transport: TransportId;
      name: string;
      status: string;
      reason: string;
      until: Seconds;
    }
  | { kind: 'queue.revived'; queue: QueueId; transport: TransportId; name: string }
  | { kind: 'queue.suspended'; queue: QueueId; transport: TransportId; name: string; until: Seconds }
  | { kind: 'queue.resumed'; queue: QueueId; transport: TransportId; name: string }
  | { kind: 'transport.dead'; transport: TransportId; name: string; until: Seconds }
  | { kind: 'transport.revived'; transport: TransportId; name: string }
  | { kind: 'entry.moved'; msg: MessageId; from: EntryId; to: EntryId; queue: QueueId; recipients: number }
  /** Recipients were deferred without an agent: those of the waiting entry `entry` or, if it is 0, of a batch just read. */
  | { kind: 'recipients.deferred'; msg: MessageId; count: number; entry: EntryId }
  | {
      kind: 'entry.selected';
      entry: EntryId;
      msg: MessageId;
      queue: QueueId;
      transport: TransportId;
      recipients: number;
    }
  | { kind: 'entry.unselected'; entry: EntryId; msg: MessageId; queue: QueueId; transport: TransportId }
  | {
      kind: 'entry.done';
      entry: EntryId;
      msg: MessageId;
      queue: QueueId;
      transport: TransportId;
      result: 'ok' | 'defer' | 'site-fail' | 'crash';
    }
  | { kind: 'message.expired'; msg: MessageId }
  | { kind: 'message.done'; msg: MessageId; result: 'removed' | 'deferred'; retryAt?: Seconds };

/** Events of the world around the queue manager: arrivals, agents, servers, settings. */
export type WorldEvent =
  | { kind: 'message.injected'; msg: MessageId; name: string; recipients: number }
  /** `thread` and `item` (the name of its message) are present when the agent is a thread. */
  | {
      kind: 'delivery.started';
      delivery: DeliveryId;
      agent: AgentId;
      entry: EntryId;
      transport: TransportId;
      thread?: ThreadId;
      item?: string;
    }
  | {
      kind: 'delivery.ended';
      delivery: DeliveryId;
      agent: AgentId;
      entry: EntryId;
      transport: TransportId;
      result: string;
    }
  | { kind: 'server.changed'; server: string; text: string }
  | { kind: 'qmgr.reloaded'; messages: number }
  /** The run decided differently from what the record shows. */
  | ({ kind: 'record.differs' } & RecordedDifference)
  /** A scripted command that no longer applies was skipped, because `value` is not `accepted`. */
  | { kind: 'command.skipped'; command: Command['kind']; value: string; accepted: string }
  /** A message was moved by hand: held, released, or put first to be tried immediately. */
  | {
      kind: 'message.requeued';
      msg: MessageId;
      from: 'incoming' | 'active' | 'deferred' | 'hold';
      to: 'hold' | 'deferred' | 'incoming';
    }
  | { kind: 'param.changed'; name: string; from: string; to: string }
  | {
      kind: 'agents.changed';
      transport: TransportId;
      from: number;
      to: number;
      fault?: 'none' | 'unreachable' | 'crash';
    };

/** Kinds of events that a reader or a script causes and that are not mail. */
export const CHANGE_KINDS = [
  'server.changed',
  'param.changed',
  'agents.changed',
  'qmgr.reloaded',
  'message.requeued',
  'command.skipped',
] as const satisfies readonly WorldEvent['kind'][];

/**
 * Events of the timing wheel and the purgatory. `timer` is the request number (1 = first timer of the run). Levels and buckets
 * count from 0; `opens` is when the bucket is due, `wheelTime` the current time of its level.
 */
export type TimerEvent =
  /** `bucket` −1: the timer is due within the current tick, so it is in no bucket and runs exactly when due. */
  | {
      kind: 'timer.added';
      timer: TimerNumber;
      label: string;
      due: Micros;
      level: number;
      bucket: number;
      opens: Micros;
      wheelTime: Micros;
    }
  /** `emptied`: the timer was the last one in its bucket. The bucket stays armed and will open empty. */
  | {
      kind: 'timer.cancelled';
      timer: TimerNumber;
      label: string;
      level: number;
      bucket: number;
      opens: Micros;
      emptied: boolean;
    }
  | {
      kind: 'timer.cascaded';
      timer: TimerNumber;
      label: string;
      due: Micros;
      fromLevel: number;
      fromBucket: number;
      toLevel: number;
      bucket: number;
      opens: Micros;
    }
  | { kind: 'timer.expired'; timer: TimerNumber; label: string; due: Micros }
  | { kind: 'wheel.overflowed'; level: number; tick: Micros; timer: TimerNumber }
  /** The clock woke for a bucket: `ran` timers are due within this tick, `moved` timers went to a lower level. */
  | { kind: 'bucket.opened'; level: number; bucket: number; opens: Micros; ran: number; moved: number }
  /** An operation was added to the watch lists of its keys (and to the wheel, when `timer` is not 0). */
  | { kind: 'operation.watched'; operation: OperationId; timer: TimerNumber; keys: string[] }
  /** An operation was completed. Its nodes stay on `nodesLeft` watch lists until a check or a purge removes them. */
  | {
      kind: 'operation.completed';
      operation: OperationId;
      cause: 'checked' | 'expired';
      nodesLeft: number;
    }
  /** All watch lists were walked, because the estimated number of completed operations reached `interval`. */
  | { kind: 'purgatory.purged'; estimate: number; interval: number; visited: number; removed: number };

/**
 * Events of concurrency management groups. `transport`: in a run of mail the id of the agent pool, which survives a reload;
 * without mail 0. `by`: the thread that made room or called; 0 = none. Names are included because threads end.
 */
export type ThreadEvent =
  | {
      kind: 'thread.created';
      transport: PoolId;
      thread: ThreadId;
      name: string;
      cause: 'setup' | 'created' | 'pool';
    }
  /** `detail`: what the thread waits for, such as `connect`. */
  | {
      kind: 'thread.state';
      transport: PoolId;
      thread: ThreadId;
      name: string;
      from: RunState;
      to: RunState;
      cause: ThreadCause;
      detail: string;
    }
  /** A waiting thread was released (threads/README.md §6). `opening`: what made room, for rule W2 and the exit gate. */
  | {
      kind: 'thread.released';
      transport: PoolId;
      thread: ThreadId;
      name: string;
      source: SourceId;
      group: GroupId;
      cause: ReleaseRule;
      by: ThreadId;
      byName: string;
      opening: ThreadCause | '';
      detail: string;
    }
  | {
      kind: 'thread.joined';
      transport: PoolId;
      thread: ThreadId;
      name: string;
      group: GroupId;
      groupName: string;
      cause: ThreadCause | 'adopted';
    }
  | {
      kind: 'thread.left';
      transport: PoolId;
      thread: ThreadId;
      name: string;
      group: GroupId;
      groupName: string;
      cause: ThreadCause | 'adopted';
    }
  /** The count of a group changed. Each change names a thread and a cause. */
  | {
      kind: 'group.count';
      transport: PoolId;
      group: GroupId;
      name: string;
      from: number;
      to: number;
      limit: number;
      thread: ThreadId;
      threadName: string;
      cause: ThreadCause;
      detail: string;
    }
  | { kind: 'group.created'; group: GroupId; name: string; limit: number }
  | {
      kind: 'group.limit';
      transport: PoolId;
      group: GroupId;
      name: string;
      from: number;
      to: number;
      runnable: number;
    }
  | { kind: 'group.freed'; group: GroupId; name: string }
  | {
      kind: 'source.bound';
      transport: PoolId;
      source: SourceId;
      name: string;
      group: GroupId;
      groupName: string;
      adopted: number;
    }
  | {
      kind: 'source.posted';
      transport: PoolId;
      source: SourceId;
      name: string;
      item: string;
      pending: number;
    }
  /** The host withdrew the newest `count` pending events, because they have no work left. */
  | {
      kind: 'source.withdrawn';
      transport: PoolId;
      source: SourceId;
      name: string;
      count: number;
      pending: number;
    }
  | {
      kind: 'source.destroyed';
      transport: PoolId;
      source: SourceId;
      name: string;
      dropped: number;
      released: number;
    }
  /** A fetch waits. `pending` and `runnable` are the numbers at that instant. */
  | {
      kind: 'fetch.waited';
      transport: PoolId;
      thread: ThreadId;
      name: string;
      source: SourceId;
      reason: WaitReason;
      again: boolean;
      pending: number;
      runnable: number;
      limit: number;
    }
  /** A fetch ended: it returned `items`, or `error` says why it returned none. */
  | {
      kind: 'fetch.returned';
      transport: PoolId;
      thread: ThreadId;
      name: string;
      source: SourceId;
      items: readonly string[];
      error: string;
      /** Number of items still pending at the source. */
      pending: number;
    }
  | { kind: 'cpu.dispatched'; cpu: CpuId; thread: ThreadId; name: string; cost: Micros; warm: boolean }
  /** A call failed without effect, for example with EBUSY. */
  | { kind: 'call.failed'; call: string; subject: string; error: string }
  | {
      kind: 'pool.grew';
      transport: PoolId;
      source: SourceId;
      created: number;
      live: number;
      max: number;
    };

export type EventKind = CoreEvent['kind'];

type NounOf<Kind> = Kind extends `${infer Noun}.${string}` ? Noun : never;
/** The first word of an event's kind: what the event is about. */
export type EventNoun = NounOf<EventKind>;

/** An event with its place in the log. `step` is the atomic step it belongs to. */
export interface EventRecord {
  n: EventNumber;
  at: Micros;
  step: StepNumber;
  event: CoreEvent;
}
