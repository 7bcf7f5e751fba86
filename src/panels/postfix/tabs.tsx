import { type ComponentType, lazy } from 'react';
import type { RecordView } from '../../protocol/record.ts';

/** What a tab is given: the record, once something is read. */
export interface TabProps {
  view: RecordView | null;
  /** The whole hash; a tab keeps its place behind `#postfix&tab=ID`. */
  hash: string;
}

export interface PostfixTab {
  id: string;
  title: string;
  Panel: ComponentType<TabProps>;
}

/** The tabs of `#postfix`, in their order. A further one is a line here; its code comes when it is first opened. */
export const TABS: readonly PostfixTab[] = [
  { id: 'files', title: 'Files', Panel: lazy(() => import('./FilesTab.tsx')) },
  { id: 'overview', title: 'Overview', Panel: lazy(() => import('./OverviewTab.tsx')) },
  { id: 'message', title: 'Message', Panel: lazy(() => import('./MessageTab.tsx')) },
  { id: 'replay', title: 'Replay', Panel: lazy(() => import('./ReplayTab.tsx')) },
  { id: 'what-if', title: 'What if', Panel: lazy(() => import('../whatif/WhatIfTab.tsx')) },
  { id: 'queue', title: 'Queue', Panel: lazy(() => import('./QueueTab.tsx')) },
];
