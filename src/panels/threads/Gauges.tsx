import type { ReactNode } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import type { ThreadsRow, WindowGauge } from '../../protocol/threads-view.ts';
import { formatCount } from '../../explain/format.ts';
import { Termed } from '../kit/Termed.tsx';
import { WINDOW_COUNTS } from '../../explain/thread-states.ts';
import css from './threads.module.css';

/** More cells than this are a number; up to here a reader can count them. */
const CELLS_MAX = 16;

/** So many cells of a limit, and how much of it is taken, to scale where there are more than fit. */
function scaled(taken: number, of: number): { taken: number; of: number } {
  if (of <= CELLS_MAX) return { taken, of };
  return { taken: Math.round((CELLS_MAX * taken) / of), of: CELLS_MAX };
}

/** The three limits that must not be mixed up: what each counts, and how much of it is taken. */
export function Gauges({ row }: { row: ThreadsRow }) {
  const [window] = row.windows;
  return (
    <div className={css.gauges}>
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
    <section className={css.gauge} aria-label={`${name}${of === '' ? '' : ` of ${of}`}: ${value}`}>
      <h2>
        <Termed text={name} /> <span className="dim">{of}</span>
        <span className={`${css.gaugeValue} mono`} data-over={over || undefined}>
          {value}
        </span>
      </h2>
      <div className={css.gaugeCells} aria-hidden="true">
        {children}
      </div>
      <p className={css.gaugeNote}>{note}</p>
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
      note={WINDOW_COUNTS}
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
  const cells = scaled(busy, row.online);
  return (
    <Gauge
      name="CPUs"
      of=""
      value={`${busy} of ${row.online}`}
      note={
        row.ready === 0
          ? 'computing now; no thread queues'
          : `computing now; ${formatCount(row.ready)} more queue`
      }
    >
      <Cells count={cells.taken} kind="full" />
      <Cells count={cells.of - cells.taken} kind="free" />
    </Gauge>
  );
}

function PoolGaugeView({ row }: { row: ThreadsRow }) {
  const { pool } = row;
  const mail = row.windows.length > 0;
  const name = mail ? 'Process limit' : 'Pool';
  const unit = mail ? 'agents with an entry, whatever they do' : 'outside of a fetch, whatever they do';
  if (pool === null) {
    const busy = row.cpus.filter(({ thread }) => thread !== 0).length + row.ready + row.blockedCount;
    const all = busy + row.source.waiting + row.stopped.length;
    const cells = scaled(busy, all);
    return (
      <Gauge name={name} of={row.name} value={`${formatCount(busy)} of ${formatCount(all)}`} note={unit}>
        <Cells count={cells.taken} kind="full" />
        <Cells count={cells.of - cells.taken} kind="idle" />
      </Gauge>
    );
  }
  const idle = Math.max(0, pool.live - pool.busy);
  const full = scaled(Math.min(pool.busy, pool.max), pool.max);
  const live = scaled(Math.min(pool.live, pool.max), pool.max);
  return (
    <Gauge
      name={name}
      of={row.name}
      value={`${formatCount(pool.busy)} of ${formatCount(pool.max)}`}
      note={idle === 0 ? `${unit}; no standby` : `${unit}; ${formatCount(idle)} idle`}
    >
      <Cells count={full.taken} kind="full" />
      <Cells count={live.taken - full.taken} kind="idle" />
      <Cells count={live.of - live.taken} kind="free" />
    </Gauge>
  );
}

function LimitGauge({ row }: { row: ThreadsRow }) {
  const { group } = row;
  const note = 'on a CPU or in the run queue, nothing else';
  if (group === null)
    return (
      <Gauge
        name="Concurrency value"
        of={row.name}
        value="no group"
        note="every thread that is woken gets in"
      >
        <Cells count={6} kind="none" />
      </Gauge>
    );
  const { runnable, limit } = group;
  const over = Math.max(0, runnable - limit);
  const cells = scaled(Math.min(runnable, limit), limit);
  return (
    <Gauge
      name="Concurrency value"
      of={group.name}
      value={`${formatCount(runnable)} of ${formatCount(limit)}${over > 0 ? ', over' : ''}`}
      note={note}
      over={over > 0}
    >
      <Cells count={cells.taken} kind="full" />
      <Cells count={cells.of - cells.taken} kind="free" />
      <i className={css.gaugeStop} />
      {over > 0 && <b className={css.gaugeOver}>+{over}</b>}
    </Gauge>
  );
}

function Cells({ count, kind }: { count: number; kind: 'full' | 'idle' | 'free' | 'none' }) {
  return Array.from({ length: Math.max(0, count) }, (_, i) => (
    // oxlint-disable-next-line react/no-array-index-key
    <i key={`${kind}${i}`} className={css.gaugeCell} data-kind={kind} />
  ));
}
