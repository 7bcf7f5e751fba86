import type { RecordInstance, RecordView } from '../../protocol/record.ts';

/** The props of every tab. `view` is null until something is read. */
export interface TabProps {
  view: RecordView | null;
  /** The instance that the chooser of the tab bar names; null when the log has none. */
  instance: RecordInstance | null;
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
