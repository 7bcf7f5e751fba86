import type { MessagePlace } from './ids.ts';
import type { EpochMicros, Micros, Seconds } from './units.ts';

/** A flush (`postqueue -f`) makes everything active within so long. */
export const FLUSH_TAKES: Seconds = 5;

/**
 * Nexthop of recipients that a message has and the record never tries: where they are for is not in the log. What their domains
 * begin with, also of those that agents had in hand when the record ended.
 */
export const UNTRIED = '~untried';

/**
 * A world that is a record of a real Postfix: what arrived when, what each delivery came to and when it was over. The
 * queue manager of the run decides as always; the record says what the outside did. Columns (one list a member) instead
 * of objects, because an afternoon has a million of them. Rules: core/world/recorded/README.md.
 */
export interface RecordedSetup {
  /** Instant 0 of the run in microseconds since 1970: a whole second, so that seconds of the run begin with the clock's. */
  origin: EpochMicros;
  /** Texts that the columns refer to by index: addresses, queue ids, transports, nexthops, reasons. */
  texts: string[];
  messages: RecordedMessages;
  attempts: RecordedAttempts;
  /** Hand-overs that the log states (`qmgr_peer_select`), of the transports in `selectedBy`. */
  selections: RecordedSelections;
  facts: RecordedFacts;
}

/** Messages in the order of their first activation; message i has the number i + 1 in the run. */
export interface RecordedMessages {
  /** Queue id, sender (texts). */
  id: number[];
  sender: number[];
  /** Second of arrival after instant 0; negative when it came before the record. */
  created: Seconds[];
  /** First recipient of message i in `recipient*`; one more than there are messages. */
  first: number[];
  /** Address, transport and nexthop of each recipient (texts). */
  address: number[];
  transport: number[];
  nexthop: number[];
}

/**
 * Recipients tried once, in the order in which they ended. The log does not say where requests begin and end: a request is
 * over when each of its recipients is.
 */
export interface RecordedAttempts {
  message: MessagePlace[];
  /** Position of the recipient in the message, and what became of it: 0 sent, 1 stays on file, 2 returned. */
  recipient: number[];
  fate: number[];
  /** Reason and enhanced status (texts) when the destination itself failed, −1 = it did not. */
  failure: number[];
  status: number[];
  /** How long it took (c + d of the log), in microseconds. */
  took: Micros[];
}

export interface RecordedSelections {
  message: MessagePlace[];
  transport: number[];
  /** Name of the destination (texts). */
  queue: number[];
  /** Transports whose hand-overs happen when the log says, not when an agent is free (texts). */
  selectedBy: number[];
}

/** What happens, ascending in time; equal times in the order of the record. */
interface RecordedFacts {
  at: Micros[];
  kind: RecordedFactKind[];
  /**
   * Message (activate, expire, remove, hold, release), attempt (end), selection (select), name of a destination (texts) that an
   * agent has reported on (good, held, bad: feedback applied, not applied, negative) or for which mail is put off without a try
   * (dead), transport (texts) of which an agent
   * begins or ends a request (take, free), 0 (restart).
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

/** Where the run and its record part. `fact`: place in the facts; texts are the names of the record. */
export interface RecordedDifference {
  /**
   * No difference: `order`, since whether the one or the other came first lies below the stamps of the log; `unknown`, since
   * what the queue manager had to choose from is not in the log.
   */
  what: 'selection' | 'delivery' | 'activation' | 'order' | 'unknown';
  fact: number;
  recorded: string;
  predicted: string;
}

/** How far a run has followed its record. */
export interface RecordPlace {
  /** Facts that have happened, and that there are. */
  done: number;
  total: number;
  /** How often run and record have parted. */
  differences: number;
  /** The record has been left, and the run is a model of it: its servers. `done` and `total` are messages then. */
  servers?: ModelServerRow[];
}

/** A server of a model. Times are microseconds. */
export interface ModelServerRow {
  name: string;
  /** A delivery of k recipients takes `message` + k × `recipient`. */
  message: Micros;
  recipient: Micros;
  /** Sessions at once; 0 = no limit. */
  sessions: number;
  /** As a reader has said; `recorded` = down when the record has it down. */
  state: 'recorded' | 'up' | 'down';
  /** Times in which the record has it down. */
  downs: number;
}
