import { type ComponentType, lazy } from 'react';
import type { TabProps } from './tab-props.ts';

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
  { id: 'configuration', title: 'Configuration', Panel: lazy(() => import('../lint/LintTab.tsx')) },
  { id: 'queue', title: 'Queue', Panel: lazy(() => import('./QueueTab.tsx')) },
  { id: 'live', title: 'Live', Panel: lazy(() => import('./live/LiveTab.tsx')) },
  { id: 'incidents', title: 'Incidents', Panel: lazy(() => import('../incidents/IncidentsTab.tsx')) },
];
