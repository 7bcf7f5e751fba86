import type { RecordInstance, RecordView } from '../../protocol/record.ts';

/** The props of every tab. `view` is null until something is read. */
export interface TabProps {
  view: RecordView | null;
  /** The instance that the chooser of the tab bar names; null when the log has none. */
  instance: RecordInstance | null;
  /** The whole hash; a tab keeps its place behind `#postfix&tab=ID`. */
  hash: string;
}

/** A value in an address of `#postfix`: the text searched for (`q`), a message (`id`); "" without one, or where it cannot be read. */
export function inHash(hash: string, name: 'q' | 'id'): string {
  const written = name === 'q' ? /&q=([^&]*)/.exec(hash) : /&id=([^&]*)/.exec(hash);
  try {
    return decodeURIComponent(written?.[1] ?? '');
  } catch {
    return '';
  }
}
