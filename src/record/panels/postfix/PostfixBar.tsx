import { type RefObject, useEffect, useRef } from 'react';
import { formatWhole } from '../../../explain/figures.ts';
import { formatMany, formatTimeRange } from '../../explain/record-format.ts';
import type { RecordView } from '../../protocol/record.ts';
import { chosenInstance, instanceKey, nameOfInstance, useRecords } from '../../store/record.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Table } from '../../../ui/Table.tsx';
import { DropDown } from '../kit/DropDown.tsx';
import { Breakable } from '../kit/parts.tsx';
import css from './postfix.module.css';
import { kindWords, missing } from './record-words.ts';
import { SearchField } from './SearchField.tsx';
import { hasMail, type PostfixTab, type Search, type TabId } from './tab-props.ts';
import { useAsked } from './useAsked.ts';

interface PostfixBarProps {
  bar: RefObject<HTMLElement | null>;
  tabs: readonly PostfixTab[];
  tab: TabId;
  search: Search;
}

/** The second bar: tabs, the contents of the record, the instance (if there are several), and the search. */
export function PostfixBar({ bar, tabs, tab, search }: PostfixBarProps) {
  const { records, state } = useRecords();
  const instances = state.view?.instances ?? [];
  const chosen = chosenInstance(state);
  const field = useSlashKey();
  // Without a record, the start page appears as the findings tab, because it asks for the files that findings need.
  const current = state.view === null && tab === 'files' ? 'findings' : tab;
  return (
    <div className={css.postfixBar} ref={field}>
      <nav ref={bar} className={css.postfixTabs} aria-label="Your Postfix">
        {tabs.map(({ id, title }) => (
          <a
            key={id}
            href={`#postfix&tab=${id}`}
            data-text={title}
            aria-current={id === current ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {state.view !== null && <FileStrip view={state.view} />}
      {instances.length > 1 && (
        <Select
          label="Machine and instance"
          value={instanceKey(chosen ?? { host: '', instance: '' })}
          options={instances.map((instance) => ({
            value: instanceKey(instance),
            text: `${instance.host} ${instance.instance}`,
          }))}
          onChange={(key) => records.choose(key)}
        />
      )}
      {chosen !== null && hasMail(chosen) && <SearchField {...search} />}
    </div>
  );
}

/** `/` focuses the search of the page, instead of opening the palette. */
function useSlashKey(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      const input = box.current?.querySelector<HTMLInputElement>('input[type="search"]');
      if (input === null || input === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      input.focus();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, []);
  return box;
}

/** The contents of the record in one line. Opens the list of its files and of the files that are missing. */
function FileStrip({ view }: { view: RecordView }) {
  const { state } = useRecords();
  const chosen = chosenInstance(state);
  const name = nameOfInstance(chosen);
  const { classes } = state;
  const withMail = chosen !== null && hasMail(chosen);
  const counted = useAsked(withMail ? JSON.stringify(['count', name, classes]) : '', async (questions) => {
    const answer = await questions.late({ ...name, classes, from: 0, to: 0 });
    if (!answer.ok) return null;
    const { findings, more, verdicts } = answer.value;
    return { findings: findings.length + more, messages: verdicts[0]?.messages ?? 0 };
  });
  const found = counted?.findings;
  // In an excerpt no message becomes active, so those with an attempt are counted.
  const messages = Math.max(chosen?.messages ?? 0, counted?.messages ?? 0);
  const text = withMail ? (
    <span>
      <b>{formatWhole(messages)}</b> {messages === 1 ? 'message' : 'messages'} · <b>{found ?? '…'}</b>{' '}
      {found === 1 ? 'finding' : 'findings'} · files
    </span>
  ) : (
    <span>{formatMany(view.files.length, 'file')}</span>
  );
  return (
    <DropDown
      text={
        <>
          <Icon name="file" />
          {text}
        </>
      }
      label="Files of this record"
      className={css.fileStrip}
      popoverClass={css.fileMenu}
    >
      {(close) => <FileMenu view={view} close={close} />}
    </DropDown>
  );
}

function FileMenu({ view, close }: { view: RecordView; close: () => void }) {
  const { state } = useRecords();
  const chosen = chosenInstance(state);
  const lacks = missing(view);
  return (
    <div className="stack gap-12">
      {chosen !== null && (
        <p className="text-2">
          <b>{chosen.host}</b> {chosen.instance}
          {chosen.version !== '' && `, Postfix ${chosen.version}`}
          <br />
          <span className="sub">{formatTimeRange(chosen.from, chosen.to, view.zone)}</span>
        </p>
      )}
      <Table
        label="Files"
        headless
        columns={[
          { name: 'file', className: 'mono breaks', cell: ({ name }) => name },
          { name: 'kind', className: 'sub', cell: (row) => kindWords(row) },
        ]}
        rows={view.files.slice(0, 6)}
        rowKey={({ name }) => name}
      />
      {view.files.length > 6 && (
        <p className="sub text-2">and {formatMany(view.files.length - 6, 'more file')}</p>
      )}
      {lacks.length > 0 && (
        <div className="stack gap-4">
          <h2>Missing</h2>
          <Table
            label="Missing"
            headless
            columns={[
              { name: 'what', className: 'mono', cell: ({ what }) => <Breakable text={what} /> },
              { name: 'adds', className: 'sub', cell: ({ adds }) => adds },
            ]}
            rows={lacks}
            rowKey={({ what }) => what}
          />
        </div>
      )}
      <ul className={css.fileLinks}>
        {LINKS.map(([href, text]) => (
          <li key={href}>
            <a href={href} onClick={close}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const LINKS: readonly (readonly [href: string, text: string])[] = [
  ['#postfix&tab=files', 'Add, remove, keep or share files'],
  ['#postfix&tab=live', 'Follow a log while it grows'],
  ['#postfix&tab=incidents&id=', 'Practice with real incidents'],
];
