import type { RecordMember, RecordView } from '../../protocol/record.ts';

/** What a tab is given: the record, once something is read. */
export interface TabProps {
  view: RecordView | null;
  /** The (host, instance) that the reader looks at. */
  member: RecordMember | null;
  /** The whole hash; a tab keeps its place behind `#postfix&tab=ID`. */
  hash: string;
}

/** The text that an address of `#postfix` searches for (`&q=…`); "" without one, or where it cannot be read. */
export function searchedIn(hash: string): string {
  try {
    return decodeURIComponent(/&q=([^&]*)/.exec(hash)?.[1] ?? '');
  } catch {
    return '';
  }
}
