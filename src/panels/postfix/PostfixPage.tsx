import { Suspense } from 'react';
import { useRecords } from '../../store/record.ts';
import { Opening } from '../kit/Opening.tsx';
import { TABS } from './tabs.tsx';
import './postfix.css';

/** `#postfix`: the reader's own Postfix, from its files to answers. Nothing of it leaves the machine. */
export default function PostfixPage({ hash }: { hash: string }) {
  const { state } = useRecords();
  const wanted = /&tab=([a-z-]+)/.exec(hash)?.[1] ?? 'files';
  const tab = TABS.find(({ id }) => id === wanted) ?? TABS[0];
  if (tab === undefined) return null;
  return (
    <main className="page postfix" id="stage" tabIndex={-1}>
      {TABS.length > 1 && (
        <nav className="postfix-tabs" aria-label="Your Postfix">
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
        </nav>
      )}
      <Suspense fallback={<Opening />}>
        <tab.Panel view={state.view} hash={hash} />
      </Suspense>
    </main>
  );
}
