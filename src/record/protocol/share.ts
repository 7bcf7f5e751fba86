import type { FilePlace, LineNumber } from '../../protocol/ids.ts';
import type { EpochMicros } from '../../protocol/units.ts';
import type { MailClass } from './classes.ts';
import type { InstanceName } from './instance-name.ts';

/** Sharing a record with others: the page's question and the answer (record/importers/README.md §4). */

export interface ShareQuestion {
  /** Shares only messages that were in the queue in this range, in whole microseconds since 1970. 0, 0 = all. */
  from: EpochMicros;
  to: EpochMicros;
  /** Predicates of classes whose messages to share. Empty = all mail. */
  only: readonly string[];
  /** The administrator's classes, which are shared too. */
  classes: readonly MailClass[];
}

export interface ShareCounts {
  lines: number;
  messages: number;
  /** Number of settings shared, and number of settings left out. */
  settings: number;
  settingsLeft: number;
}

/** A class as shared: its predicate with replaced names. Its own name stays only if it is not a name from the record. */
export interface SharedClass extends MailClass {
  /** The original name of the class. */
  own: string;
}

/** A class that is not shared: none of its messages is shared, or its predicate cannot be expressed briefly with replaced names. */
export interface UnsharedClass {
  name: string;
  because: 'no-message' | 'no-form';
}

/** A line as shared, and the place of the original line. */
export interface ShareSample {
  file: FilePlace;
  line: LineNumber;
  after: string;
}

export interface SharedRecord {
  /** The complete shared record as one text, to be saved as a file. */
  bundle: string;
  /** The part after `#` of an address that opens the record. '' when it is too long for a link. */
  link: string;
  /** Length of the link in characters, even if it is too long. */
  linkLength: number;
  key: string;
  /** The instances shared, each with its original and its replaced name. */
  instances: { own: InstanceName; shared: InstanceName }[];
  /** Whole minutes by which times were shifted, in microseconds. */
  shift: EpochMicros;
  counts: ShareCounts;
  samples: ShareSample[];
  classes: SharedClass[];
  classesLeft: UnsharedClass[];
}

/** A link has at most this many characters. */
export const SHARE_LINK_MAX = 8000;
