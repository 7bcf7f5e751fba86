import type { RecordView } from '../../protocol/record.ts';

/** What a tab is given: the record, once something is read. */
export interface TabProps {
  view: RecordView | null;
  /** The whole hash; a tab keeps its place behind `#postfix&tab=ID`. */
  hash: string;
}
