import type { RecordInstance, RecordView } from '../../protocol/record.ts';

/** The props of every tab. `view` is null until something is read. */
export interface TabProps {
  view: RecordView | null;
  /** The instance chosen in the tab bar; null when the log has none. */
  instance: RecordInstance | null;
  /** The whole hash. The part after `#postfix&tab=ID` belongs to the tab. */
  hash: string;
}

/** A value in an address of `#postfix`: the search (`q`) or a message (`id`); '' where it is missing or malformed. */
export function inHash(hash: string, name: 'q' | 'id'): string {
  const written = name === 'q' ? /&q=([^&]*)/.exec(hash) : /&id=([^&]*)/.exec(hash);
  try {
    return decodeURIComponent(written?.[1] ?? '');
  } catch {
    return '';
  }
}
