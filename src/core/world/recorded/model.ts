import type { MessageId } from '../../../protocol/ids.ts';
import type { RecordedSetup } from '../../../protocol/recorded.ts';
import type { Seconds } from '../../../protocol/units.ts';
import type { Row, Table } from '../../tables.ts';

/** One row: how far the record has been followed. */
export interface RecordedCursor extends Row {
  /** Next fact. */
  next: number;
  /** Attempts of the record that are over: they end in their order. */
  ended: number;
  /** Deliveries whose agents are done, and whose reports the queue manager has not looked at yet; oldest first. */
  unread: readonly number[];
  /** Second of the last activation by a flush. */
  flushed: Seconds;
  /** How often the run and the record parted. */
  differences: number;
}

/** A message of the record in the run. Row id = its number. */
export interface RecordedMessage extends Row {
  /** 0 until it is activated for the first time. */
  msg: MessageId;
  /** Times it was activated. */
  pass: number;
  /** Not all of its recipients were in memory at once. */
  inParts: boolean;
}

/** What is looked up in the record again and again; follows from the setup and never changes. */
export interface RecordedIndex {
  /** Attempts of each recipient: `of[first[r]]` to `of[first[r + 1]]`, ascending. r counts recipients over all messages. */
  readonly first: Int32Array;
  readonly of: Int32Array;
  /** In which pass (activation of its message, from 1) each attempt was made; passes of each message in the record. */
  readonly passOf: Int32Array;
  readonly passes: Int32Array;
  /** Names of the transports whose hand-overs the log states. */
  readonly selectedBy: ReadonlySet<string>;
  /** 1 for each message that has recipients whom the record never tries; one more than the place of the last of them. */
  readonly untried: Uint8Array;
  readonly lastUntried: number;
  /** Names of the destinations of whose reports the log tells (feedback debug). */
  readonly reportedOn: ReadonlySet<string>;
}

/** The world as a record says it was. */
export interface RecordedWorld {
  readonly setup: RecordedSetup;
  readonly index: RecordedIndex;
  readonly one: Table<RecordedCursor>;
  readonly messages: Table<RecordedMessage>;
}
