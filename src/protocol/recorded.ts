import type { MessagePlace } from './ids.ts';
import type { EpochMicros, Micros, Seconds } from './units.ts';

/** Seconds in which a flush (`postqueue -f`) makes all deferred mail active. */
export const FLUSH_TAKES: Seconds = 5;

/**
 * Stands for the unknown nexthop of recipients that the record never tries, because the log does not show their destination.
 * The invented domains of their addresses begin with it. So do the domains of recipients that agents were still delivering
 * when the record ended.
 */
export const UNTRIED = '~untried';

/**
 * A world recorded from a real Postfix: arrivals, and the result and end of each delivery. The run's queue manager decides as
 * in any run; the record supplies what happens outside it. The data is in columns (one list for each member) instead of
 * objects, because an afternoon has a million rows. Rules: core/world/recorded/README.md.
 */
export interface RecordedSetup {
  /** Instant 0 of the run in microseconds since 1970: a whole second, so seconds of the run match those of the clock. */
  origin: EpochMicros;
  /** Texts that columns refer to by index: addresses, queue ids, transports, nexthops, reasons. */
  texts: string[];
  messages: RecordedMessages;
  attempts: RecordedAttempts;
  /** Selections that the log states (`qmgr_peer_select`), for the transports in `selectedBy`. */
  selections: RecordedSelections;
  facts: RecordedFacts;
}

/** Messages in the order of their first activation; message i has number i + 1 in the run. */
export interface RecordedMessages {
  /** Queue id, sender (texts). */
  id: number[];
  sender: number[];
  /** Second of arrival, counted from instant 0; negative when the message arrived before the record began. */
  created: Seconds[];
  /**
   * Index of the first recipient of message i in the recipient columns. The list has one more item than there are
   * messages.
   */
  first: number[];
  /** Address, transport and nexthop of each recipient (texts). */
  address: number[];
  transport: number[];
  nexthop: number[];
}

/**
 * Attempts of single recipients, in the order in which they ended. The log does not mark delivery requests: a request ends
 * with the attempt of its last recipient.
 */
export interface RecordedAttempts {
  message: MessagePlace[];
  /** Position of the recipient in the message, and its result: 0 sent, 1 stays in the file, 2 returned. */
  recipient: number[];
  fate: number[];
  /** Reason and enhanced status (texts) when the destination itself failed; −1 = it did not. */
  failure: number[];
  status: number[];
  /** Duration (c + d of the log's delays) in microseconds. */
  took: Micros[];
}

export interface RecordedSelections {
  message: MessagePlace[];
  transport: number[];
  /** Name of the destination (texts). */
  queue: number[];
  /** Transports whose selections happen when the log says, not when an agent is free (texts). */
  selectedBy: number[];
}

/** Facts, ascending in time; equal times in the order of the record. */
interface RecordedFacts {
  at: Micros[];
  kind: RecordedFactKind[];
  /**
   * What the fact is about, by its kind:
   * - activate, expire, remove, hold, release: a message
   * - end: an attempt
   * - select: a selection
   * - good, held, bad: the destination (an index into `texts`) that an agent reported on; feedback applied, not applied,
   *   negative
   * - dead: the destination (texts) whose mail is deferred without an attempt
   * - take, free: the transport (texts) of which an agent begins or ends a request
   * - restart: nothing (0)
   */
  ref: number[];
}

export type RecordedFactKind =
  | 'activate'
  | 'select'
  | 'end'
  | 'good'
  | 'held'
  | 'bad'
  | 'dead'
  | 'take'
  | 'free'
  | 'expire'
  | 'remove'
  | 'hold'
  | 'release'
  | 'restart';

/** A place where the run differs from its record. `fact`: index of the fact; texts use names of the record. */
export interface RecordedDifference {
  /**
   * Two kinds are not real differences. `order`: the log's time stamps do not show which of two facts came first. `unknown`:
   * the log does not show what the queue manager could choose from.
   */
  what: 'selection' | 'delivery' | 'activation' | 'order' | 'unknown';
  fact: number;
  recorded: string;
  predicted: string;
}

export interface RecordPlace {
  /** Number of facts that the run has followed, and of all facts. */
  done: number;
  total: number;
  differences: number;
  /** Servers of the model, when the run became a model of its record. `done` and `total` then count messages. */
  servers?: ModelServerRow[];
}

/** A server of a model. Times are microseconds. */
export interface ModelServerRow {
  name: string;
  /** A delivery of k recipients takes `message` + k × `recipient`. */
  message: Micros;
  recipient: Micros;
  /** Concurrent sessions; 0 = no limit. */
  sessions: number;
  /** Set by the reader; `recorded` = down in the periods in which it was down in the record. */
  state: 'recorded' | 'up' | 'down';
  downs: number;
}
