import type { MessageId } from '../../../protocol/ids.ts';
import type { RecordedSetup } from '../../../protocol/recorded.ts';
import type { Seconds } from '../../../protocol/units.ts';
import type { Row, Table } from '../../tables.ts';

/** The only row: progress in the record. */
export interface RecordedCursor extends Row {
  next: number;
  /** Number of attempts that have ended. Attempts end in the order of their numbers. */
  ended: number;
  /** Deliveries whose agents have ended and whose reports the queue manager has not read, oldest first. */
  unread: readonly number[];
  /** Time of the latest activation by a flush. */
  flushed: Seconds;
  differences: number;
}

/** A message of the record in the run. Row id = its number. */
export interface RecordedMessage extends Row {
  /** 0 until its first activation. */
  msg: MessageId;
  pass: number;
  /** True if its recipients were not all in memory together. */
  inParts: boolean;
}

/** Lookup tables of the record, made from the setup. They never change. */
export interface RecordedIndex {
  /** Attempts of recipient r: `of[first[r]]` up to `of[first[r + 1]]`, ascending. r counts over all messages. */
  readonly first: Int32Array;
  readonly of: Int32Array;
  /** The pass of each attempt (activation of its message, from 1); the number of passes of each message. */
  readonly passOf: Int32Array;
  readonly passes: Int32Array;
  /** Names of transports whose hand-overs the log states. */
  readonly selectedBy: ReadonlySet<string>;
  /** 1 for each message with untried recipients; and the number of the last message that has some. */
  readonly untried: Uint8Array;
  readonly lastUntried: number;
  /** Names of destinations whose reports the log states (feedback debug). */
  readonly reportedOn: ReadonlySet<string>;
}

export interface RecordedWorld {
  readonly setup: RecordedSetup;
  readonly index: RecordedIndex;
  readonly one: Table<RecordedCursor>;
  readonly messages: Table<RecordedMessage>;
}
