import type { MailClass } from '../protocol/classes.ts';
import type {
  KeptRecord,
  RecordFile,
  RecordOptions,
  RecordProgress,
  RecordView,
} from '../protocol/record.ts';

/** What the page of records knows. */
export interface RecordState {
  /** What was given, in the order in which it came. */
  files: readonly RecordFile[];
  options: RecordOptions;
  /** Classes of mail that the administrator has named: they stay until the record is removed. */
  classes: readonly MailClass[];
  view: RecordView | null;
  /** Null when nothing is being read. */
  progress: (RecordProgress & { secondsLeft: number | null }) | null;
  cancelling: boolean;
  fault: string;
  /** Which (host, instance) is looked at: its `memberKey`; empty = that with the most lines. */
  member: string;
  /** Records kept on the machine; null until they are asked for. */
  kept: readonly KeptRecord[] | null;
  /** The kept one that is open; its files are not here. */
  open: KeptRecord | null;
  /** Being kept, opened or deleted. */
  busy: boolean;
  /** What came of keeping, for the reader. */
  said: string;
}

/** Classes that came with the record, where the reader has named none. */
export function classesOf({ classes }: RecordState, view: RecordView): Pick<RecordState, 'classes'> {
  return { classes: classes.length === 0 ? view.classes : classes };
}
