import type { FilePlace, LineNumber } from '../../protocol/ids.ts';
import type { EpochMicros } from '../../protocol/units.ts';
import type { MailClass } from './classes.ts';
import type { InstanceName } from './instance-name.ts';

/** What of a record may be shown to others, as the page asks for it and is told (record/importers/README.md §4). */

export interface ShareQuestion {
  /** Whole microseconds since 1970; messages that were in the queue then. 0, 0 = all. */
  from: EpochMicros;
  to: EpochMicros;
  /** Predicates of classes: only their messages; none = all mail. */
  only: readonly string[];
  /** Classes that the administrator has named: they go along. */
  classes: readonly MailClass[];
}

export interface ShareCounts {
  lines: number;
  messages: number;
  /** Settings that are in it, and that are not. */
  settings: number;
  settingsLeft: number;
}

/** A class as it leaves: its predicate with the other names, and its own name, if that is none of the record's. */
export interface SharedClass extends MailClass {
  /** The name that it has here. */
  own: string;
}

/** A class that stays: none of its messages leaves, or what it asks for cannot be said in short with other names. */
export interface UnsharedClass {
  name: string;
  because: 'no-message' | 'no-form';
}

/** A line as it is written, and where that stood that it was made of. */
export interface ShareSample {
  file: FilePlace;
  line: LineNumber;
  after: string;
}

export interface SharedRecord {
  /** One text with everything: what is saved as a file. */
  bundle: string;
  /** The part of an address behind `#` that opens it; '' when it is too long for one. */
  link: string;
  /** Characters of the link, also of one that is too long. */
  linkLength: number;
  key: string;
  /** The instances that are in it, by the names that they have here and there. */
  instances: { own: InstanceName; shared: InstanceName }[];
  /** Whole minutes that times were moved by. */
  shift: EpochMicros;
  counts: ShareCounts;
  samples: ShareSample[];
  classes: SharedClass[];
  classesLeft: UnsharedClass[];
}

/** A link has at most so many characters. */
export const SHARE_LINK_MAX = 8000;
