import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef, useState } from 'react';
import { useSize } from '../../charts/useSize.ts';
import type { QueueRow } from '../../protocol/rows.ts';
import { useApp, useSession } from '../../store/hooks.ts';
import { selectTransports } from '../../store/selectors.ts';
import { DestinationBadge, Sparkline, Threads, Window } from '../dock/DestinationMarks.tsx';
import { MainPanelHeader } from '../main-panel/MainPanelHeader.tsx';
import { SceneAbout } from '../main-panel/SceneAbout.tsx';
import { DestinationName } from '../kit/DestinationName.tsx';
import { formatCount } from '../../explain/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { ServerMenu } from '../kit/ServerMenu.tsx';
import { LINES_MAX, WindowLines } from './WindowLines.tsx';
import { Termed } from '../kit/Termed.tsx';
import { badgeOf, NO_DESTINATION, troubleFirst } from '../dock/destination-layout.ts';
import { MAIN_PANEL_NAMES } from '../main-panel/names.ts';
import css from './destinations.module.css';
import heroCss from '../main-panel/hero.module.css';

/** Row height in rem: larger for touch, two lines in a narrow window. */
const ROW_REM = { wide: 2.25, medium: 3.125, narrow: 5.5 } as const;

/** Transports whose agents only record failures and deliver nothing. */
const RECORDERS: ReadonlySet<string> = new Set(['retry', 'error']);

/** Lists all destinations, possibly thousands, or those of one transport, with search and sorting. */
export default function DestinationsMainPanel() {
  const transports = useApp(selectTransports);
  const queues = useSession((session) => session.queues);
  const [scope, setScope] = useState(0);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<ListOrder>('trouble');
  const names = useMemo(() => new Map(transports.map((row) => [row.id, row.name])), [transports]);
  const own = useMemo(
    () => [...queues.values()].filter((queue) => scope === 0 || queue.transport === scope),
    [queues, scope],
  );
  const inMemory = transports.reduce(
    (sum, row) => sum + (scope === 0 || row.id === scope ? row.queueCount : 0),
    0,
  );
  const unseen = inMemory - own.length;
  const rows = useMemo(() => listedQueues(own, search, order), [own, search, order]);
  // Sort the charts by name: sorted by trouble, they would change places while they are read.
  const lines = (rows.length <= LINES_MAX ? rows : [])
    .map((row) => ({ transport: names.get(row.transport) ?? '', name: row.name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return (
    <div className={`${heroCss.hero} ${heroCss.heroPage}`}>
      <main className={`${heroCss.heroStage} ${css.heroSheet}`} id="stage" tabIndex={-1}>
        <MainPanelHeader title={MAIN_PANEL_NAMES.destinations}>
          {transports.length > 1 && <Scope names={names} value={scope} onChange={setScope} />}
          <Field
            type="search"
            placeholder="name, state or reason"
            label="search destinations"
            value={search}
            onChange={setSearch}
          />
          <Segmented label="order" value={order} options={ORDERS} onChange={setOrder} />
        </MainPanelHeader>
        <SceneAbout />
        <Counts rows={rows} all={own.length} of={names.get(scope) ?? ''} />
        {unseen > 0 && (
          <p className={`text-2 sub ${css.listCounts}`}>
            The list shows the 5,000 oldest destinations of each transport. {formatCount(unseen)} more are in
            memory.
          </p>
        )}
        {own.length === 0 ? (
          <EmptyState size="panel">{NO_DESTINATION}</EmptyState>
        ) : (
          <List rows={rows} names={names} />
        )}
        {lines.length > 0 && <WindowLines destinations={lines} />}
      </main>
    </div>
  );
}

interface ScopeProps {
  names: ReadonlyMap<number, string>;
  value: number;
  onChange: (transport: number) => void;
}

/** Selects a transport; 0 = all. */
function Scope({ names, value, onChange }: ScopeProps) {
  return (
    <Select
      className="mono"
      label="transport"
      value={value}
      options={[
        { value: 0, text: 'all transports' },
        ...[...names].map(([id, name]) => ({ value: id, text: name })),
      ]}
      onChange={onChange}
    />
  );
}

/** Shows the number of destinations, of matches, and of destinations in each state. */
function Counts({ rows, all, of }: { rows: readonly QueueRow[]; all: number; of: string }) {
  const noun = all === 1 ? 'destination' : 'destinations';
  return (
    <p className={`row wrap gap-16 text-2 sub ${css.listCounts}`}>
      {/* Announced when the number of matches changes; not the states, which change with every frame. */}
      <span role="status">
        {rows.length === all
          ? `${formatCount(all)} ${noun}${of === '' ? '' : ` of ${of}`}`
          : `${formatCount(rows.length)} of ${formatCount(all)}`}
      </span>
      {states(rows).map(({ word, count }) => (
        <span key={word}>
          {formatCount(count)} {word}
        </span>
      ))}
    </p>
  );
}

const COLUMNS = [
  'destination',
  'transport',
  'state',
  'window, todo',
  'ok, fail, cohorts',
  'last 30 s',
  'why it failed last',
  'server behind it',
];

/** The list of destinations. It is not a `Table`, because only visible rows are rendered. */
function List({ rows, names }: { rows: readonly QueueRow[]; names: ReadonlyMap<number, string> }) {
  const scroll = useRef<HTMLDivElement>(null);
  const size = useSize(scroll);
  const rem = size?.rem ?? 16;
  const width = (size?.width ?? 1000) / rem;
  const form = width < 44 ? 'narrow' : width < 74 ? 'medium' : 'wide';
  const height = ROW_REM[form] * rem;
  // The virtualizer changes in place; nothing below this component is memoized on it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 4,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  return (
    <div
      className={css.list}
      data-few={rows.length <= LINES_MAX || undefined}
      data-form={form}
      role="table"
      aria-rowcount={rows.length + 1}
      aria-label="destinations"
    >
      <div className={`dim text-1 ${css.listHead} ${css.listGrid}`} role="row" aria-rowindex={1}>
        {COLUMNS.map((text) => (
          <span key={text} role="columnheader">
            <Termed text={text} />
          </span>
        ))}
      </div>
      <div
        className={css.listScroll}
        ref={scroll}
        role="rowgroup"
        // Focusable, so that keys can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="rows"
      >
        <div style={{ height: virtual.getTotalSize() }} role="presentation">
          {virtual.getVirtualItems().map((item) => {
            const queue = rows[item.index];
            if (queue === undefined) return null;
            return (
              <Row
                key={item.key}
                queue={queue}
                transport={names.get(queue.transport) ?? ''}
                index={item.index}
                top={item.start}
                height={height}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  queue: QueueRow;
  transport: string;
  index: number;
  top: number;
  height: number;
}

const Row = memo(function Row({ queue, transport, index, top, height }: RowProps) {
  return (
    <div
      className={`${css.listRow} ${css.listGrid}`}
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <span role="rowheader" className="mono">
        <DestinationName transport={transport} name={queue.name} />
      </span>
      <span role="cell" className="mono dim text-1">
        {transport}
      </span>
      <span role="cell">
        <DestinationBadge queue={queue} />
      </span>
      <span role="cell">
        <Window queue={queue} />
      </span>
      <span role="cell">
        <Threads queue={queue} />
      </span>
      <span role="cell">
        <Sparkline queue={queue} />
      </span>
      <span role="cell" className="text-1 sub cut" title={queue.reason}>
        {queue.reason}
      </span>
      <span role="cell">
        {RECORDERS.has(transport) ? (
          <span className="dim text-1">none, it only records</span>
        ) : (
          <ServerMenu destination={queue.name} />
        )}
      </span>
    </div>
  );
});

type ListOrder = 'trouble' | 'waiting' | 'window' | 'name';

const ORDERS: readonly { value: ListOrder; text: string }[] = [
  { value: 'trouble', text: 'trouble' },
  { value: 'waiting', text: 'waiting' },
  { value: 'window', text: 'window' },
  { value: 'name', text: 'name' },
];

/** Destinations whose name, state or reason contains every word of `search`, sorted. */
function listedQueues(queues: readonly QueueRow[], search: string, order: ListOrder): QueueRow[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  // Without a search, skip building texts for thousands of rows.
  if (words.length === 0) return sorted(queues, order);
  const found = queues.filter((queue) => {
    const text = `${queue.name} ${badgeOf(queue).word} ${queue.reason}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return sorted(found, order);
}

function sorted(queues: readonly QueueRow[], order: ListOrder): QueueRow[] {
  const byName = (a: QueueRow, b: QueueRow): number => (a.name < b.name ? -1 : 1);
  switch (order) {
    case 'trouble':
      return troubleFirst(queues);
    case 'waiting':
      return queues.toSorted((a, b) => b.todo - a.todo || byName(a, b));
    case 'window':
      return queues.toSorted((a, b) => b.window - a.window || byName(a, b));
    case 'name':
      return queues.toSorted(byName);
    default:
      return order satisfies never;
  }
}

/** Counts for the head of the list: how many are in which state. */
function states(queues: readonly QueueRow[]): { word: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const queue of queues) {
    const { word } = badgeOf(queue);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return ['dead', 'rate delay', 'full', 'ready']
    .map((word) => ({ word, count: counts.get(word) ?? 0 }))
    .filter(({ count }) => count > 0);
}
