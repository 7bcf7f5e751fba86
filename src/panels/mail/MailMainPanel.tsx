import { Table } from '../../ui/Table.tsx';
import { useMemo, useState } from 'react';
import { useView, useActions, useApp, useSession } from '../../store/hooks.ts';
import type { MessageRow } from '../../protocol/rows.ts';
import { selectMessages } from '../../store/selectors.ts';
import { formatWait } from '../../explain/figures.ts';
import { formatSeconds, formatCount, formatCounted } from '../../explain/format.ts';
import type { AgeTable, MailQueueName } from '../../protocol/inspect.ts';
import { MainPanelHeader } from '../main-panel/MainPanelHeader.tsx';
import { SceneAbout } from '../main-panel/SceneAbout.tsx';
import MessageInspector from '../inspector/MessageInspector.tsx';
import { Memory } from './Memory.tsx';
import { MailQueues } from './MailQueues.tsx';
import { Transports } from './Transports.tsx';
import { MAIN_PANEL_NAMES } from '../main-panel/names.ts';
import css from './mail.module.css';
import heroCss from '../main-panel/hero.module.css';
import { Chip } from '../../charts/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { HoldButtons } from './HoldButtons.tsx';
import { Termed } from '../kit/Termed.tsx';
import '../dock/dock.module.css';
import explainCss from '../explain/explain.module.css';
import { Select } from '../../ui/Select.tsx';
import { useAnswer } from '../kit/useAnswer.ts';
import '../kit/kit.css';

/** Shows the queue manager: mail queues, transports, memory. */
export default function MailMainPanel() {
  const selected = useView((view) => view.selected);
  return (
    <div className={`${heroCss.hero} ${heroCss.heroPage}`}>
      <main className={`${heroCss.heroStage} ${css.mailSheet}`} id="stage" tabIndex={-1}>
        <MainPanelHeader title={MAIN_PANEL_NAMES.mail} />
        <div className={css.mailColumns}>
          <SceneAbout />
          <div className="stack gap-24">
            <MailQueues />
            <MailMessages />
            <Ages />
          </div>
          <div className="stack gap-24">
            {selected > 0 && <MessageInspector number={selected} />}
            <Transports />
            <Memory />
          </div>
        </div>
      </main>
    </div>
  );
}

type MessageQueue = 'deferred' | 'incoming' | 'active' | 'hold';

const MESSAGE_QUEUES: readonly { value: MessageQueue; text: string }[] = [
  { value: 'incoming', text: 'incoming' },
  { value: 'active', text: 'active' },
  { value: 'deferred', text: 'deferred' },
  { value: 'hold', text: 'on hold' },
];

/** Number of rows shown first, and number that each press of "more" adds. */
const FIRST_ROWS = 12;
const MORE_ROWS = 50;

/** Messages of one mail queue, oldest first, with buttons to hold, release or flush each. */
function MailMessages() {
  const messages = useApp(selectMessages);
  const [which, setWhich] = useState<MessageQueue>(() => fullest(messages));
  const [shown, setShown] = useState(FIRST_ROWS);
  const rows = useMemo(() => messages.filter((row) => row.place === which), [messages, which]);
  return (
    <section className="stack" aria-labelledby="mail-messages">
      <div className="row wrap">
        <h2 id="mail-messages" className="grow nowrap">
          <Termed text="Messages" /> <span className="dim mono">{formatCount(rows.length)}</span>
        </h2>
        <Segmented label="mail queue" value={which} options={MESSAGE_QUEUES} onChange={setWhich} />
      </div>
      {rows.length === 0 && <EmptyState size="line">None.</EmptyState>}
      <ul className={css.mailList}>
        {rows.slice(0, shown).map((row) => (
          <Message key={row.id} row={row} />
        ))}
      </ul>
      {rows.length > shown && (
        <p className="side-note">
          <button type="button" className="link" onClick={() => setShown(shown + MORE_ROWS)}>
            Show {formatCount(Math.min(MORE_ROWS, rows.length - shown))} of {formatCount(rows.length - shown)}{' '}
            more
          </button>
        </p>
      )}
    </section>
  );
}

/** The queue with the most messages, selected by default. */
function fullest(messages: readonly MessageRow[]): MessageQueue {
  const count = (place: MessageQueue): number => messages.filter((row) => row.place === place).length;
  return MESSAGE_QUEUES.map(({ value }) => value).reduce(
    (most, which) => (count(which) > count(most) ? which : most),
    'active',
  );
}

function Message({ row }: { row: MessageRow }) {
  const actions = useActions();
  const now = useSession((session) => session.cursor.at);
  const left = row.recipients - row.delivered - row.bounced;
  return (
    <li className="row text-2 sub">
      <button
        type="button"
        className={explainCss.chipBtn}
        aria-label={`select message ${row.number}`}
        onClick={() => actions.select(row.number)}
      >
        <Chip number={row.number} size="small" />
      </button>
      <span className="grow">
        {formatCount(left)} of {formatCounted(row.recipients, 'recipient')} to go
        {row.retryAt >= 0 && (
          <span className="dim">
            , {row.retryAt > now ? 'next attempt after' : 'backoff ended at'} {formatSeconds(row.retryAt)}
            {row.retryAt > now ? '' : ', waiting for the next scan'}
          </span>
        )}
      </span>
      <HoldButtons number={row.number} place={row.place} />
    </li>
  );
}

type AgeQueues = 'incoming and active' | 'deferred' | 'hold';

const QUEUES: Record<AgeQueues, MailQueueName[]> = {
  // Default of qshape(1).
  'incoming and active': ['incoming', 'active'],
  deferred: ['deferred'],
  hold: ['hold'],
};

const FIRST_AGE_SECONDS = { '5 s': 5, '5 min': 300 } as const;

/** Counts undelivered recipients by destination and age, as qshape(1) does. */
function Ages() {
  const [which, setWhich] = useState<AgeQueues>('incoming and active');
  const [first, setFirst] = useState<keyof typeof FIRST_AGE_SECONDS>('5 s');
  const table = useAnswer(`ages ${which} ${first}`, (actions) =>
    actions.ask('ages', QUEUES[which], FIRST_AGE_SECONDS[first]),
  );
  return (
    <section className="stack" aria-labelledby="mail-ages">
      <div className="row wrap">
        <h2 id="mail-ages" className="grow">
          Ages{' '}
          <span className="dim">
            <Termed text="recipients" />, as in qshape
          </span>
        </h2>
        <Segmented
          label="first age"
          value={first}
          options={[
            { value: '5 s', text: '5 s' },
            { value: '5 min', text: '5 min' },
          ]}
          onChange={setFirst}
        />
        <Select
          label="mail queue"
          value={which}
          options={Object.keys(QUEUES) as AgeQueues[]}
          onChange={setWhich}
        />
      </div>
      {table !== null && table.total.total === 0 && (
        <EmptyState size="line">No message is in {which}.</EmptyState>
      )}
      {table !== null && table.total.total > 0 && <AgesTable table={table} />}
      {table !== null && table.others > 0 && (
        <p className="side-note">and {formatCount(table.others)} more destinations</p>
      )}
    </section>
  );
}

function AgeCount({ count, sum }: { count: number; sum: boolean }) {
  if (sum) return <b>{formatCount(count)}</b>;
  return <span className={count === 0 ? 'dim' : undefined}>{formatCount(count)}</span>;
}

function AgesTable({ table }: { table: AgeTable }) {
  const all = { destination: 'all', ...table.total };
  return (
    <Table
      label="ages by destination"
      scrolls
      className="number-table"
      columns={[
        {
          name: 'destination',
          head: <Termed text="destination" />,
          className: 'mono',
          cell: ({ destination }) => <span title={destination}>{destination}</span>,
        },
        { name: 'all', cell: (row) => <AgeCount count={row.total} sum={row === all} /> },
        ...[...table.bounds.map(formatWait), 'older'].map((name, i) => ({
          name,
          cell: (row: AgeTable['rows'][number]) => <AgeCount count={row.buckets[i] ?? 0} sum={row === all} />,
        })),
      ]}
      rows={[all, ...table.rows]}
      rowKey={({ destination }, i) => `${i} ${destination}`}
    />
  );
}
