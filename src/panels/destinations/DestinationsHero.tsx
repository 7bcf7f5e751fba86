import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef, useState } from 'react';
import { useSize } from '../../charts/useSize.ts';
import type { QueueRow } from '../../protocol/rows.ts';
import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { selectTransports } from '../../store/selectors.ts';
import { DestinationBadge, Sparkline, Threads, Window } from '../dock/DestinationMarks.tsx';
import { HeroHeader } from '../hero/HeroHeader.tsx';
import { formatCount } from '../kit/format.ts';
import { Segmented } from '../kit/Segmented.tsx';
import { ServerMenu } from '../kit/ServerMenu.tsx';
import { listed, ORDERS, states, type ListOrder } from './list.ts';
import './destinations.css';

/** Rows of 2.25 rem, 5 rem where a destination takes two lines. */
const ROW_REM = { wide: 2.25, narrow: 5.5 } as const;

/** All destinations of a transport: searched, sorted, thousands of them. */
export default function DestinationsHero() {
  const actions = useActions();
  const transports = useApp(selectTransports);
  const name = useView((view) => view.transport);
  const queues = useSession((session) => session.queues);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<ListOrder>('trouble');
  const id = transports.find((row) => row.name === name)?.id;
  const own = useMemo(() => [...queues.values()].filter((queue) => queue.transport === id), [queues, id]);
  const rows = useMemo(() => listed(own, search, order), [own, search, order]);
  return (
    <div className="hero hero-page">
      <main className="hero-stage hero-sheet" id="stage" tabIndex={-1}>
        <HeroHeader title="Destinations">
          {transports.length > 1 && (
            <select
              className="pick mono"
              aria-label="transport"
              value={name}
              onChange={(event) => actions.setTransport(event.target.value)}
            >
              {transports.map((row) => (
                <option key={row.id} value={row.name}>
                  {row.name}
                </option>
              ))}
            </select>
          )}
          <input
            className="field"
            type="search"
            placeholder="name, state or reason"
            aria-label="search destinations"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Segmented label="order" value={order} options={ORDERS} onChange={setOrder} />
        </HeroHeader>
        <p className="list-counts" role="status">
          {rows.length === own.length
            ? `${formatCount(own.length)} of ${name}`
            : `${formatCount(rows.length)} of ${formatCount(own.length)}`}
          {states(rows).map(({ word, count }) => (
            <span key={word}>
              {formatCount(count)} {word}
            </span>
          ))}
        </p>
        {own.length === 0 ? (
          <p className="hero-empty">No destination yet. Each appears with the first mail for it.</p>
        ) : (
          <List rows={rows} transport={name} />
        )}
      </main>
    </div>
  );
}

function List({ rows, transport }: { rows: readonly QueueRow[]; transport: string }) {
  const scroll = useRef<HTMLDivElement>(null);
  const size = useSize(scroll);
  const rem = size?.rem ?? 16;
  const narrow = (size?.width ?? 1000) < 44 * rem;
  const height = (narrow ? ROW_REM.narrow : ROW_REM.wide) * rem;
  // The virtualizer changes in place; nothing below this component is memoized on it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  return (
    <div
      className={`list${narrow ? ' narrow' : ''}`}
      role="table"
      aria-rowcount={rows.length + 1}
      aria-label={`destinations of ${transport}`}
    >
      <div className="list-head list-grid" role="row" aria-rowindex={1}>
        {['destination', 'state', 'window, todo', 'ok, fail, cohorts', 'last 30 s', 'server behind it'].map(
          (text) => (
            <span key={text} role="columnheader">
              {text}
            </span>
          ),
        )}
      </div>
      <div
        className="list-scroll"
        ref={scroll}
        role="rowgroup"
        // Keys scroll what the pointer can scroll.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="rows"
      >
        <div className="list-space" style={{ height: virtual.getTotalSize() }} role="presentation">
          {virtual.getVirtualItems().map((item) => {
            const queue = rows[item.index];
            if (queue === undefined) return null;
            return (
              <Row
                key={item.key}
                queue={queue}
                transport={transport}
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
  const actions = useActions();
  return (
    <div
      className="list-row list-grid"
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <span role="rowheader" className="mono">
        <button
          type="button"
          className="dest-name"
          title={queue.name}
          onClick={() => actions.setHero({ kind: 'destination', transport, name: queue.name })}
        >
          {queue.name}
        </button>
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
      <span role="cell">
        <ServerMenu destination={queue.name} />
      </span>
    </div>
  );
});
