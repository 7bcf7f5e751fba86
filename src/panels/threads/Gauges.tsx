import type { ReactNode } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import type { ThreadsRow, WindowGauge } from '../../protocol/threads-view.ts';
import { formatCount } from '../kit/format.ts';

/** More cells than this are a number. */
const CELLS_MAX = 24;

/** The three limits that must not be mixed up: what each counts, and how much of it is taken. */
export function Gauges({ row }: { row: ThreadsRow }) {
  const [window] = row.windows;
  return (
    <div className="gauges">
      {window === undefined ? (
        <CpuGauge row={row} />
      ) : (
        <DestinationGauge window={window} all={row.windows.length} />
      )}
      <PoolGaugeView row={row} />
      <LimitGauge row={row} />
    </div>
  );
}

interface GaugeProps {
  name: string;
  of: string;
  value: string;
  note: string;
  over?: boolean;
  children: ReactNode;
}

function Gauge({ name, of, value, note, over = false, children }: GaugeProps) {
  return (
    <section className="gauge" aria-label={`${name}${of === '' ? '' : ` of ${of}`}: ${value}`}>
      <h3>
        {name} <span className="dim">{of}</span>
        <span className="gauge-value mono" data-over={over || undefined}>
          {value}
        </span>
      </h3>
      <div className="gauge-cells" aria-hidden="true">
        {children}
      </div>
      <p className="gauge-note">{note}</p>
    </section>
  );
}

function DestinationGauge({ window, all }: { window: WindowGauge; all: number }) {
  const { destination, busy, window: size, numbers } = window;
  const shown = numbers.slice(0, Math.min(busy, CELLS_MAX));
  return (
    <Gauge
      name="Destination window"
      of={all > 1 ? `${destination}, ${all - 1} more` : destination}
      value={`${formatCount(busy)} of ${formatCount(size)}`}
      note="entries on the busy list, waiting or computing"
    >
      {shown.map((number, i) => (
        // Two entries of one message are two cells.
        // oxlint-disable-next-line react/no-array-index-key
        <Chip key={i} number={number} size="small" />
      ))}
      <Cells count={Math.max(0, Math.min(size, CELLS_MAX) - shown.length)} kind="free" />
    </Gauge>
  );
}

/** Without destinations the machine itself is the first limit. */
function CpuGauge({ row }: { row: ThreadsRow }) {
  const busy = row.cpus.filter(({ thread }) => thread !== 0).length;
  return (
    <Gauge
      name="CPUs"
      of=""
      value={`${busy} of ${row.online}`}
      note={
        row.ready === 0
          ? 'threads that compute now; nobody queues'
          : `threads that compute now; ${formatCount(row.ready)} more queue`
      }
    >
      <Cells count={Math.min(busy, CELLS_MAX)} kind="full" />
      <Cells count={Math.min(row.online - busy, CELLS_MAX)} kind="free" />
    </Gauge>
  );
}

function PoolGaugeView({ row }: { row: ThreadsRow }) {
  const { pool } = row;
  const mail = row.windows.length > 0;
  const name = mail ? 'Process limit' : 'Pool';
  const unit = mail
    ? 'agents that have an entry, whatever they do'
    : 'threads outside of a fetch, whatever they do';
  if (pool === null) {
    const busy = row.cpus.filter(({ thread }) => thread !== 0).length + row.ready + row.blockedCount;
    const all = busy + row.source.waiting + row.stopped.length;
    return (
      <Gauge name={name} of={row.name} value={`${formatCount(busy)} of ${formatCount(all)}`} note={unit}>
        <Cells count={Math.min(busy, CELLS_MAX)} kind="full" />
        <Cells count={Math.min(all - busy, CELLS_MAX)} kind="idle" />
      </Gauge>
    );
  }
  const idle = Math.max(0, pool.live - pool.busy);
  return (
    <Gauge
      name={name}
      of={row.name}
      value={`${formatCount(pool.busy)} of ${formatCount(pool.max)}`}
      note={idle === 0 ? `${unit}; nobody is on standby` : `${unit}; ${formatCount(idle)} idle`}
    >
      <Cells count={Math.min(pool.busy, CELLS_MAX)} kind="full" />
      <Cells count={Math.min(idle, Math.max(0, CELLS_MAX - pool.busy))} kind="idle" />
      <Cells count={Math.max(0, Math.min(pool.max, CELLS_MAX) - pool.live)} kind="free" />
    </Gauge>
  );
}

function LimitGauge({ row }: { row: ThreadsRow }) {
  const { group } = row;
  const note = 'threads on a CPU or in the run queue, nothing else';
  if (group === null)
    return (
      <Gauge name="Concurrency value" of={row.name} value="no group" note="everybody who is woken gets in">
        <Cells count={6} kind="none" />
      </Gauge>
    );
  const { runnable, limit } = group;
  const over = Math.max(0, runnable - limit);
  const inside = Math.min(runnable, limit);
  return (
    <Gauge
      name="Concurrency value"
      of={group.name}
      value={`${formatCount(runnable)} of ${formatCount(limit)}${over > 0 ? ', over' : ''}`}
      note={note}
      over={over > 0}
    >
      <Cells count={Math.min(inside, CELLS_MAX)} kind="full" />
      <Cells count={Math.max(0, Math.min(limit, CELLS_MAX) - inside)} kind="free" />
      <i className="gauge-stop" />
      {over > 0 && <b className="gauge-over">+{over}</b>}
    </Gauge>
  );
}

function Cells({ count, kind }: { count: number; kind: 'full' | 'idle' | 'free' | 'none' }) {
  return Array.from({ length: Math.max(0, count) }, (_, i) => (
    // oxlint-disable-next-line react/no-array-index-key
    <i key={`${kind}${i}`} className="gauge-cell" data-kind={kind} />
  ));
}
