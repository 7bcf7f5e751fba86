import { type ComponentType } from 'react';
import { fetched } from '../../../panels/kit/fetched.tsx';
import { fetchFiles } from './first-tab.ts';
import type { TabProps } from './tab-props.ts';

export interface PostfixTab {
  id: string;
  title: string;
  Panel: ComponentType<TabProps>;
}

/** The tabs of `#postfix`, in their order. A further one is a line here; its code comes when it is first opened. */
export const TABS: readonly PostfixTab[] = [
  { id: 'files', title: 'Files', Panel: fetched(fetchFiles) },
  { id: 'overview', title: 'Overview', Panel: fetched(() => import('./OverviewTab.tsx')) },
  { id: 'message', title: 'Message', Panel: fetched(() => import('./MessageTab.tsx')) },
  { id: 'replay', title: 'Replay', Panel: fetched(() => import('./ReplayTab.tsx')) },
  { id: 'what-if', title: 'What if', Panel: fetched(() => import('../whatif/WhatIfTab.tsx')) },
  { id: 'configuration', title: 'Configuration', Panel: fetched(() => import('../lint/LintTab.tsx')) },
  { id: 'queue', title: 'Queue', Panel: fetched(() => import('./QueueTab.tsx')) },
  { id: 'live', title: 'Live', Panel: fetched(() => import('./live/LiveTab.tsx')) },
  { id: 'incidents', title: 'Incidents', Panel: fetched(() => import('../incidents/IncidentsTab.tsx')) },
];
