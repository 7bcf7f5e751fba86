import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { type RefObject, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { chosenInstance, instanceKey, useRecords, type Records } from '../../store/record.ts';
import { Opening } from '../../../panels/kit/Opening.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Fault } from '../kit/parts.tsx';
import css from './postfix.module.css';
import { lazyWithRetry } from '../../../panels/kit/lazy.tsx';
import { fetchFiles } from './first-tab.ts';
import type { TabProps } from './tab-props.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { readRecord } from '../../../store/reading.ts';
import { partFiles } from './given-files.ts';

/** `#postfix`: answers about the reader's own Postfix. No data leaves the machine. */
export default function PostfixPage({ hash }: { hash: string }) {
  const { records, state } = useRecords();
  const instances = state.view?.instances ?? [];
  const wanted = /&tab=([a-z-]+)/.exec(hash)?.[1] ?? 'files';
  const tab = TABS.find(({ id }) => id === wanted) ?? TABS[0];
  const fault = useLinked(records, hash);
  const tabs = useFollowed(tab?.id);
  if (tab === undefined) return null;
  return (
    <main className={`page ${css.postfix}`} id="stage" tabIndex={-1}>
      <nav ref={tabs} className={`row gap-4 ${css.postfixTabs}`} aria-label="Your Postfix">
        {TABS.map(({ id, title }) => (
          <a
            key={id}
            className="btn"
            href={`#postfix&tab=${id}`}
            aria-current={id === tab.id ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
        <span className="grow" />
        {instances.length > 1 && (
          <Select
            label="Machine and instance"
            value={instanceKey(chosenInstance(state) ?? { host: '', instance: '' })}
            options={instances.map((instance) => ({
              value: instanceKey(instance),
              text: `${instance.host} ${instance.instance}`,
            }))}
            onChange={(key) => records.choose(key)}
          />
        )}
      </nav>
      <Fault text={fault === '' ? '' : `The record in this link could not be opened. ${fault}`} />
      <Suspense fallback={<Opening />}>
        <tab.Panel view={state.view} instance={chosenInstance(state)} hash={hash} />
      </Suspense>
    </main>
  );
}

/**
 * Scrolls the row of tabs to the current one. After a link from one tab to another it focuses the new tab, because the
 * browser drops the focus of the link that is gone.
 */
function useFollowed(id: string | undefined): RefObject<HTMLElement | null> {
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

interface PostfixTab {
  id: string;
  title: string;
  Panel: ComponentType<TabProps>;
}

/** The tabs of `#postfix`, in their order. The code of a tab is fetched when the tab is first opened. */
const TABS: readonly PostfixTab[] = [
  { id: 'files', title: 'Files', Panel: lazyWithRetry(fetchFiles) },
  { id: 'overview', title: 'Overview', Panel: lazyWithRetry(() => import('./OverviewTab.tsx')) },
  { id: 'message', title: 'Message', Panel: lazyWithRetry(() => import('./MessageTab.tsx')) },
  { id: 'replay', title: 'Replay', Panel: lazyWithRetry(() => import('./ReplayTab.tsx')) },
  { id: 'what-if', title: 'What if', Panel: lazyWithRetry(() => import('../whatif/WhatIfTab.tsx')) },
  { id: 'configuration', title: 'Configuration', Panel: lazyWithRetry(() => import('../lint/LintTab.tsx')) },
  { id: 'queue', title: 'Queue', Panel: lazyWithRetry(() => import('./QueueTab.tsx')) },
  { id: 'live', title: 'Live', Panel: lazyWithRetry(() => import('./live/LiveTab.tsx')) },
  {
    id: 'incidents',
    title: 'Incidents',
    Panel: lazyWithRetry(() => import('../incidents/IncidentsTab.tsx')),
  },
];

/** First day of every shared record. A record in a link has no file date. */
const SHARED_DAY = Date.UTC(2001, 0, 1);

/** Opens the record in an address (`&record=…`), or that a command serves (`&served=…`). Returns the error, or ''. */
function useLinked(records: Records, hash: string): string {
  const { reader } = useRuntime();
  const token = /&served=([\w-]{8,80})/.exec(hash)?.[1];
  const linked = hash.includes('&record=') || token !== undefined ? hash : null;
  const fault = useQuestion<string>(linked, async ({ wanted }) => {
    if (token !== undefined) return (await import('./served-files.ts')).openServed(records, token, wanted);
    const read = await readRecord(reader, hash);
    if (typeof read === 'string') return read;
    if (wanted()) await records.open(partFiles(read, SHARED_DAY));
    return '';
  });
  return fault ?? '';
}
