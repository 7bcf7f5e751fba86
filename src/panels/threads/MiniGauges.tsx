import type { CSSProperties } from 'react';
import { formatCount } from '../../explain/format.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import css from './dock.module.css';
import { type ThreadGauge, threadGauges } from './gauges.ts';

/** Shows the three limits on threads as bars. */
export function MiniGauges({ row }: { row: ThreadsRow }) {
  return (
    <ul className={css.limits} aria-label="Three limits">
      {threadGauges(row).map((gauge) => (
        <Gauge key={gauge.name} gauge={gauge} />
      ))}
    </ul>
  );
}

const NAMES = {
  window: { text: 'window', of: '' },
  pool: { text: 'agents', of: 'of the process limit of ' },
  runnable: { text: 'runnable', of: 'of the concurrency value of ' },
} as const;

function Gauge({ gauge }: { gauge: ThreadGauge }) {
  const { used, live, limit, note, none } = gauge;
  const { text } = NAMES[gauge.name];
  const of = `${NAMES[gauge.name].of}${gauge.of}`;
  const over = none === '' && used > limit;
  const scale = Math.max(1, limit, used, live);
  const share = (value: number): string => `${(100 * value) / scale}%`;
  const said = none === '' ? `${formatCount(used)} of ${formatCount(limit)}${over ? ', over' : ''}` : none;
  const figures = none === '' ? `${over ? '▲ ' : ''}${formatCount(used)}/${formatCount(limit)}` : none;
  return (
    <li className="stack gap-2" title={`${text} ${of}: ${note}`}>
      <span className="row between gap-4">
        <span className="cut sub">
          {text}
          <span className="sr-only">
            {' '}
            {of}: {said}, {note}
          </span>
        </span>
        <span className={`mono nowrap ${over ? css.over : ''}`} aria-hidden="true">
          {figures}
        </span>
      </span>
      <span
        className={css.bar}
        aria-hidden="true"
        style={{ '--used': share(used), '--live': share(live), '--limit': share(limit) } as CSSProperties}
      />
    </li>
  );
}
