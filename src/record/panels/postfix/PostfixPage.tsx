import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { type ComponentType, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { chosenInstance, useRecords, type Records } from '../../store/record.ts';
import { useLiveDesk } from '../../store/live.ts';
import { Opening } from '../../../panels/kit/Opening.tsx';
import { Fault } from '../kit/parts.tsx';
import css from './postfix.module.css';
import { lazyWithRetry } from '../../../panels/kit/lazy.tsx';
import { fetchFiles } from './first-tab.ts';
import { PostfixBar } from './PostfixBar.tsx';
import { inHash, type PostfixTab, type Search, type TabId, tabOf, type TabProps } from './tab-props.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { readRecord } from '../../../store/reading.ts';
import { partFiles } from './given-files.ts';
import { isIncident } from '../../incidents/incident-ids.ts';

/** `#postfix`: answers about the reader's own Postfix. No data leaves the machine. */
export default function PostfixPage({ hash }: { hash: string }) {
  const { records, state } = useRecords();
  const { view } = state;
  const fault = useLinked(records, hash);
  const tab = tabOf(hash, state);
  const bar = useFollowed(tab);
  const search = useSearch(hash, tab);
  const isLive = useLiveDesk().picture.state !== null;
  const Panel = PANELS[tab];
  const tabs: readonly PostfixTab[] = [
    ...TABS,
    ...(isLive ? [{ id: 'live' as const, title: 'Live' }] : []),
    ...(isIncident(view?.files[0]?.name ?? '') ? [{ id: 'incidents' as const, title: 'Incident' }] : []),
  ];
  // The record of the link is not read yet.
  const linked = isLinked(hash) && view === null && state.progress === null && fault === null;
  return (
    <main className={`page ${css.postfix}`} id="stage" tabIndex={-1} data-tab={tab}>
      <PostfixBar bar={bar} tabs={tabs} tab={tab} search={search} />
      <div className={css.postfixPlace}>
        <Fault text={(fault ?? '') === '' ? '' : `The record in this link could not be opened. ${fault}`} />
        <Suspense fallback={<Opening />}>
          {linked ? (
            <Opening />
          ) : (
            <Panel view={view} instance={chosenInstance(state)} hash={hash} search={search} />
          )}
        </Suspense>
      </div>
    </main>
  );
}

const TABS: readonly PostfixTab[] = [
  { id: 'findings', title: 'Findings' },
  { id: 'queue', title: 'Queue' },
  { id: 'what-if', title: 'What if' },
  { id: 'settings', title: 'Settings' },
];

/** The code of each tab, fetched when it is first opened. */
const PANELS: Readonly<Record<TabId, ComponentType<TabProps>>> = {
  findings: lazyWithRetry(() => import('./FindingsTab.tsx')),
  queue: lazyWithRetry(() => import('./QueueTab.tsx')),
  'what-if': lazyWithRetry(() => import('../whatif/WhatIfTab.tsx')),
  settings: lazyWithRetry(() => import('../lint/LintTab.tsx')),
  live: lazyWithRetry(() => import('./live/LiveTab.tsx')),
  files: lazyWithRetry(fetchFiles),
  incidents: lazyWithRetry(() => import('../incidents/IncidentsTab.tsx')),
};

/** The text of the search. An address with `&q=` sets it, and typing leads to the findings, which list the results. */
function useSearch(hash: string, tab: TabId): Search {
  const [state, setState] = useState({ text: inHash(hash, 'q'), from: hash });
  const asked = inHash(hash, 'q');
  if (state.from !== hash) setState({ text: asked === '' ? state.text : asked, from: hash });
  return {
    text: state.text,
    onText(text) {
      setState({ text, from: hash });
      if (text !== '' && tab !== 'findings') location.hash = '#postfix&tab=findings';
    },
  };
}

/**
 * Scrolls the row of tabs to the current one. After a link from one tab to another it focuses the new tab, because the
 * browser drops the focus of the link that is gone.
 */
function useFollowed(id: TabId): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null);
  const shown = useRef(id);
  const byLink = useRef(false);
  useEffect(() => {
    const page = nav.current?.closest('main');
    const note = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest('a') : null;
      byLink.current = link !== null && nav.current?.contains(link) !== true;
    };
    page?.addEventListener('click', note, true);
    return () => page?.removeEventListener('click', note, true);
  }, []);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (byLink.current) current?.focus({ preventScroll: true });
    byLink.current = false;
  }, [id]);
  return nav;
}

/** The token of a record that a command serves. */
const servedIn = (hash: string): string | undefined => /&served=([\w-]{8,80})/.exec(hash)?.[1];

/** True if the address has a record, or names one that a command serves. */
const isLinked = (hash: string): boolean => hash.includes('&record=') || servedIn(hash) !== undefined;

/** First day of every shared record. A record in a link has no file date. */
const SHARED_DAY = Date.UTC(2001, 0, 1);

/**
 * Opens the record that the address contains (`&record=…`), or that a command serves (`&served=…`). Returns the error,
 * '' when the record is open, or null while it is read.
 */
function useLinked(records: Records, hash: string): string | null {
  const { reader } = useRuntime();
  const token = servedIn(hash);
  const linked = isLinked(hash) ? hash : null;
  return useQuestion<string>(linked, async ({ wanted }) => {
    if (token !== undefined) return (await import('./served-files.ts')).openServed(records, token, wanted);
    const read = await readRecord(reader, hash);
    if (typeof read === 'string') return read;
    if (wanted()) await records.open(partFiles(read, SHARED_DAY));
    return '';
  });
}
