import { useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import { formatClock, formatCount, formatWait } from '../../explain/format.ts';
import type { MailRow } from '../../protocol/rows.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { Term } from '../kit/Term.tsx';
import { mailChart } from './layout.ts';
import './mail.css';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';

const HEIGHT = 92;
/** Half the width of the longest tick label: a tick nearer to the right edge is aligned to the edge. */
const TICK_ROOM = 16;

/** Incoming, active and deferred mail over time, the next scan, and the flush. */
export function MailQueues() {
  const actions = useActions();
  const mail = useSession((session) => session.mail);
  if (mail === null) return null;
  return (
    <section className="mail-block" aria-labelledby="mail-queues">
      <div className="mail-head">
        <h2 id="mail-queues">
          Mail queues <span className="dim">messages</span>
        </h2>
        <button
          type="button"
          className="btn outlined"
          data-tip="postqueue -f: everything at once, dead destinations too"
          data-tip-at="below"
          onClick={() => void actions.flush()}
        >
          Flush all
        </button>
      </div>
      <Counts mail={mail} />
      <OverTime mail={mail} />
      <NextScan mail={mail} />
    </section>
  );
}

function Counts({ mail }: { mail: MailRow }) {
  const full = mail.active >= mail.messageActiveLimit;
  return (
    <dl className="mail-counts">
      <div className="incoming">
        <dt>
          <Term name="incoming queue">incoming</Term>
        </dt>
        <dd>{formatCount(mail.incoming)}</dd>
      </div>
      <div className="active">
        <dt>
          <Term name="active queue">active</Term>
          {full ? ', full' : ''}
        </dt>
        <dd>
          {formatCount(mail.active)}
          <small> of {formatCount(mail.messageActiveLimit)}</small>
        </dd>
      </div>
      <div className="deferred">
        <dt>
          <Term name="deferred" />
        </dt>
        <dd>{formatCount(mail.deferred)}</dd>
      </div>
      <div className="hold">
        <dt>
          <Term name="on hold" />
        </dt>
        <dd>{formatCount(mail.hold)}</dd>
      </div>
    </dl>
  );
}

function OverTime({ mail }: { mail: MailRow }) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const now = useSession((session) => session.cursor.at);
  const scale = (size?.rem ?? 16) / 16;
  const width = Math.max(120, (size?.width ?? 600) / scale - 36);
  const chart = mailChart(mail.samples, now, { width, height: HEIGHT });
  const label = `mail queues from the start to ${formatClock(now)}: at most ${chart.top} messages; now ${mail.incoming} incoming, ${mail.active} active, ${mail.deferred} deferred`;
  return (
    <div ref={ref}>
      <svg
        className="mail-chart"
        width={(width + 36) * scale}
        height={(HEIGHT + 18) * scale}
        viewBox={`-36 0 ${width + 36} ${HEIGHT + 18}`}
        role="img"
        aria-label={label}
      >
        <text className="mail-tick left" x={-6} y={9}>
          {chart.top}
        </text>
        <path className="mail-grid" d={`M0 2H${width}M0 ${HEIGHT}H${width}`} />
        {chart.areas.map((shape) => (
          <path key={shape.name} className={`mail-area ${shape.name}`} d={shape.path} />
        ))}
        {chart.ticks.map((tick) => (
          <text
            key={tick.text}
            className={tick.x > width - TICK_ROOM ? 'mail-tick left' : 'mail-tick'}
            x={tick.x > width - TICK_ROOM ? width : tick.x}
            y={HEIGHT + 13}
          >
            {tick.text}
          </text>
        ))}
      </svg>
    </div>
  );
}

function NextScan({ mail }: { mail: MailRow }) {
  const now = useSession((session) => session.cursor.at);
  const left = Math.ceil((mail.nextScan - now) / MICROS_PER_SECOND);
  const text =
    mail.scanning === ''
      ? mail.nextScan < 0
        ? 'Nothing is deferred, so no scan is due.'
        : `The deferred queue is scanned next at ${formatClock(mail.nextScan)}, in ${formatWait(Math.max(0, left))}; every ${formatWait(mail.queueRunDelay)} (queue_run_delay).`
      : `The ${mail.scanning} queue is being scanned.`;
  return <p className="side-note">{text}</p>;
}
