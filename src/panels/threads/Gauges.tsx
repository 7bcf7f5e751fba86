import { Chip } from '../../charts/Chip.tsx';
import { formatCount } from '../../explain/format.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { Termed } from '../kit/Termed.tsx';
import { busyCpus, type ThreadGauge, threadGauges } from './gauges.ts';
import css from './threads.module.css';

/** Largest number of cells that a reader can count. A larger limit is drawn to scale. */
const CELLS_MAX = 16;

/** Shows the three limits on threads: what each limit counts, and how much of it is in use. */
export function Gauges({ row }: { row: ThreadsRow }) {
  const mail = row.windows.length > 0;
  const numbers = row.windows[0]?.numbers ?? [];
  return (
    <div className={css.gauges}>
      {threadGauges(row).map((gauge) => {
        if (gauge.name === 'window')
          return mail ? (
            <Gauge key="window" name="Destination window" gauge={gauge} numbers={numbers} />
          ) : (
            <Gauge key="cpus" name="CPUs" gauge={cpuGauge(row)} />
          );
        if (gauge.name === 'pool')
          return <Gauge key="pool" name={mail ? 'Process limit' : 'Pool'} gauge={gauge} />;
        return <Gauge key="runnable" name="Concurrency value" gauge={gauge} />;
      })}
    </div>
  );
}

/** The first gauge of a run without destinations: its busy CPUs. */
function cpuGauge(row: ThreadsRow): ThreadGauge {
  const used = busyCpus(row);
  const queue = row.ready === 0 ? 'no thread queues' : `${formatCount(row.ready)} more queue`;
  return {
    name: 'window',
    of: '',
    used,
    live: used,
    limit: row.online,
    note: `computing now; ${queue}`,
    none: '',
  };
}

interface GaugeProps {
  name: string;
  gauge: ThreadGauge;
  /** Numbers of the messages in the window. A cell shows its message if the number is known. */
  numbers?: readonly number[];
}

function Gauge({ name, gauge, numbers = [] }: GaugeProps) {
  const { of, used, live, limit, note, none } = gauge;
  const over = none === '' ? Math.max(0, used - limit) : 0;
  const value =
    none === '' ? `${formatCount(used)} of ${formatCount(limit)}` : none === 'no limit' ? 'no group' : none;
  const scale = limit <= CELLS_MAX ? 1 : CELLS_MAX / limit;
  const cells = (count: number): number => Math.round(Math.max(0, Math.min(count, limit)) * scale);
  const chips = numbers.slice(0, Math.min(used, CELLS_MAX));
  const full = Math.max(0, cells(used) - chips.length);
  const idle = Math.max(0, cells(live) - cells(used));
  return (
    <section
      className={`stack gap-6 ${css.gauge}`}
      aria-label={`${name}${of === '' ? '' : ` of ${of}`}: ${value}`}
    >
      <h2 className="row baseline gap-6 nowrap">
        <Termed text={name} />{' '}
        <span className="grow dim cut" title={of}>
          {of}
        </span>
        <span className={`mono text-1 ${over > 0 ? css.over : ''}`}>{value}</span>
      </h2>
      <div className={`row gap-2 ${css.cells}`} aria-hidden="true">
        {chips.map((number, i) => (
          // Two entries of one message are two cells, so only the index is a unique key.
          // oxlint-disable-next-line react/no-array-index-key
          <Chip key={i} number={number} size="small" />
        ))}
        {none === '' && (
          <>
            <Cells count={full} kind="full" />
            <Cells count={idle} kind="idle" />
            <Cells count={cells(limit) - chips.length - full - idle} kind="free" />
          </>
        )}
        {gauge.name === 'runnable' && none === '' && <i className={css.limit} />}
        {over > 0 && (
          <b className={css.cell} data-kind="over">
            +{over}
          </b>
        )}
      </div>
      <p className="text-1 sub">{note}</p>
    </section>
  );
}

export function Cells({ count, kind }: { count: number; kind: 'full' | 'idle' | 'free' | 'over' }) {
  return Array.from({ length: Math.max(0, count) }, (_, i) => (
    // oxlint-disable-next-line react/no-array-index-key
    <i key={`${kind}${i}`} className={css.cell} data-kind={kind} />
  ));
}
