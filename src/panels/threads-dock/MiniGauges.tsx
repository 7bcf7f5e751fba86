import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { formatCount } from '../../explain/format.ts';
import { WINDOW_COUNTS } from '../../explain/thread-states.ts';
import './threads-dock.css';

/** The three limits that must not be mixed up: what each counts, and how much of it is taken. */
export function MiniGauges({ row }: { row: ThreadsRow }) {
  const { group, pool, windows } = row;
  const [first] = windows;
  return (
    <ul className="mini-gauges" aria-label="Three limits">
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
    <li className="mini-gauge" data-over={over || undefined} title={`${name} ${of}: ${note}`}>
      <span className="mini-name">
        {name}
        <span className="sr-only">
          {' '}
          {of}: {said}, {note}
        </span>
      </span>
      <span className="mini-figure mono" aria-hidden="true">
        {text}
      </span>
      <span className="mini-bar" aria-hidden="true">
        <i className="mini-live" style={{ width: `${(100 * live) / scale}%` }} />
        <i className="mini-used" style={{ width: `${(100 * Math.min(used, most)) / scale}%` }} />
        {over && (
          <i
            className="mini-over"
            style={{ left: `${(100 * most) / scale}%`, width: `${(100 * (used - most)) / scale}%` }}
          />
        )}
        {none === '' && <i className="mini-stop" style={{ left: `${(100 * most) / scale}%` }} />}
      </span>
    </li>
  );
}
