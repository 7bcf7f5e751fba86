import type { LiveView } from '../../../protocol/live.ts';
import { figure, instant } from '../words.ts';
import './live.css';
import { MICROS_PER_SECOND } from '../../../../protocol/units.ts';
import { lasting } from './words.ts';

/** The figures of this moment; `at` = wall clock, milliseconds. */
export function LiveCounts({ view, at }: { view: LiveView; at: number }) {
  const { now, totals, queue, lines, notUnderstood } = view;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const [busiest] = now.transports;
  const since = view.first === 0 ? '' : ` since ${instant(view.first, zone).clock}`;
  return (
    <header className="live-counts" translate="no">
      <dl>
        <Count name="arrivals" value={figure(now.arrivals)} unit="in a minute" />
        <Count name="tried" value={figure(now.deliveries)} unit="recipients a minute" />
        <Count name="active" value={figure(now.active)} unit="messages" />
        <Count name="deferred" value={figure(now.deferred)} unit="messages" />
        {busiest !== undefined && (
          <Count
            name={busiest.name}
            value={figure(Math.round(busiest.busy))}
            unit={
              busiest.limit === null || busiest.limit === 0
                ? 'processes busy'
                : `of ${figure(busiest.limit)} processes`
            }
          />
        )}
        <Count name="last line" value={view.last === 0 ? '–' : instant(view.last, zone).clock} unit="" />
      </dl>
      <p className="sub">
        {figure(lines)} lines{since}: {figure(totals.messages)} messages, {figure(totals.removed)} removed;
        recipients {figure(totals.sent)} sent, {figure(totals.deferred)} deferred, {figure(totals.bounced)}{' '}
        bounced.{notUnderstood > 0 ? ` ${figure(notUnderstood)} lines were not understood.` : ''}
        {queue === null
          ? ''
          : ` postqueue -j, ${lasting((at * 1000 - queue.at) / MICROS_PER_SECOND)} ago: ${queueWords(queue)}.`}
      </p>
    </header>
  );
}

function queueWords({ messages, trouble }: NonNullable<LiveView['queue']>): string {
  if (trouble !== '') return trouble;
  const parts = Object.entries(messages).map(([name, n]) => `${figure(n)} ${name}`);
  return parts.length === 0 ? 'the queue is empty' : parts.join(', ');
}

function Count({ name, value, unit }: { name: string; value: string; unit: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b className="mono">{value}</b>
        <span>{unit}</span>
      </dd>
    </div>
  );
}
