import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { formatCount } from '../../explain/format.ts';
import { WINDOW_COUNTS } from '../../explain/thread-states.ts';
import css from './threads-dock.module.css';

/** The three limits that must not be mixed up: what each counts, and how much of it is taken. */
export function MiniGauges({ row }: { row: ThreadsRow }) {
  const { group, pool, windows } = row;
  const [first] = windows;
  return (
    <ul className={css.miniGauges} aria-label="Three limits">
      <Gauge
        name="window"
        of={first === undefined ? 'no destination' : first.destination}
        used={first?.busy ?? 0}
        most={first?.window ?? 0}
        note={WINDOW_COUNTS}
        none={first === undefined ? '–' : first.window === 0 ? 'dead' : ''}
      />
      <Gauge
        name="agents"
        of={`of the process limit of ${row.name}`}
        used={pool?.busy ?? 0}
        live={pool?.live ?? 0}
        most={pool?.max ?? 0}
        note={`agents that have an entry, whatever they do; ${formatCount(pool?.live ?? 0)} exist`}
        none=""
      />
      <Gauge
        name="runnable"
        of="of the concurrency value"
        used={group?.runnable ?? 0}
        most={group?.limit ?? 0}
        note="agents on a CPU or in the run queue, nothing else"
        none={group === null ? 'no limit' : ''}
      />
    </ul>
  );
}

interface GaugeProps {
  name: string;
  of: string;
  used: number;
  most: number;
  /** More than `used` are there, idle. */
  live?: number;
  note: string;
  /** Instead of figures: there is no such limit now. */
  none: string;
}

function Gauge({ name, of, used, most, live = used, note, none }: GaugeProps) {
  const over = none === '' && used > most;
  const scale = Math.max(1, most, used, live);
  const said = none === '' ? `${formatCount(used)} of ${formatCount(most)}${over ? ', over' : ''}` : none;
  const text = none === '' ? `${over ? '▲ ' : ''}${formatCount(used)}/${formatCount(most)}` : none;
  return (
    <li className={css.miniGauge} data-over={over || undefined} title={`${name} ${of}: ${note}`}>
      <span className={css.miniName}>
        {name}
        <span className="sr-only">
          {' '}
          {of}: {said}, {note}
        </span>
      </span>
      <span className={`${css.miniFigure} mono`} aria-hidden="true">
        {text}
      </span>
      <span className={css.miniBar} aria-hidden="true">
        <i className={css.miniLive} style={{ width: `${(100 * live) / scale}%` }} />
        <i className={css.miniUsed} style={{ width: `${(100 * Math.min(used, most)) / scale}%` }} />
        {over && (
          <i
            className={css.miniOver}
            style={{ left: `${(100 * most) / scale}%`, width: `${(100 * (used - most)) / scale}%` }}
          />
        )}
        {none === '' && <i className={css.miniStop} style={{ left: `${(100 * most) / scale}%` }} />}
      </span>
    </li>
  );
}
