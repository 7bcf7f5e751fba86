import type { RecordInstance, RecordView } from '../../protocol/record.ts';
import type { RecordState } from '../../store/record.ts';

/** The search in the bar of the page. */
export interface Search {
  text: string;
  onText: (text: string) => void;
}

/** The props of every tab. `view` is null until something is read. */
export interface TabProps {
  view: RecordView | null;
  /** The chosen instance; null when the log has none. */
  instance: RecordInstance | null;
  /** The whole hash. The part after `#postfix&tab=ID` belongs to the tab. */
  hash: string;
  search: Search;
}

export type TabId = 'findings' | 'queue' | 'what-if' | 'settings' | 'live' | 'files' | 'incidents';

/** A tab of the bar. */
export interface PostfixTab {
  id: TabId;
  title: string;
}

/** Names that tabs had in earlier addresses, which links and bookmarks still have. */
const EARLIER: Readonly<Record<string, TabId>> = {
  overview: 'findings',
  message: 'findings',
  replay: 'findings',
  configuration: 'settings',
  findings: 'findings',
  queue: 'queue',
  'what-if': 'what-if',
  settings: 'settings',
  live: 'live',
  files: 'files',
  incidents: 'incidents',
};

/** The tab that an address names. If it names none, the tab that can answer with the present files. */
export function tabOf(hash: string, state: Pick<RecordState, 'view' | 'progress'>): TabId {
  const named = EARLIER[/&tab=([a-z-]+)/.exec(hash)?.[1] ?? ''];
  const { view, progress } = state;
  if (named === 'findings' || named === undefined) {
    // Without a record there is nothing to answer, so the page asks for files.
    if (view === null) return progress === null ? 'files' : 'findings';
    return named ?? answering(view);
  }
  return named;
}

function answering({ instances, hasQueue, hasMain, hasMaster, files }: RecordView): TabId {
  if (instances.some(({ lines }) => lines > 0)) return 'findings';
  if (hasQueue) return 'queue';
  const strange = files.some(({ kind }) => kind === 'unknown' || kind === 'refused' || kind === 'log');
  return (hasMain || hasMaster) && !strange ? 'settings' : 'files';
}

/** True if the log of an instance says anything about mail. In an excerpt no message becomes active. */
export function hasMail({ messages, sent, deferred, bounced }: RecordInstance): boolean {
  return messages + sent + deferred + bounced > 0;
}

/** The address of a message: its sheet beside the findings. */
export function messageHref(id: string): string {
  return `#postfix&tab=findings&id=${encodeURIComponent(id)}`;
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
