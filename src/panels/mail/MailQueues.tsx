import { useRef } from 'react';
import { formatWait } from '../../explain/figures.ts';
import { formatClock, formatCount } from '../../explain/format.ts';
import type { MailRow, MailSample } from '../../protocol/rows.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { MICROS_PER_SECOND, type Micros, type Seconds } from '../../protocol/units.ts';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { hundredths, type Level, stepBand } from '../../plot/paths.ts';
import { nearTimeStep, timeTicks } from '../../plot/ticks.ts';
import { useSize } from '../../charts/useSize.ts';
import { Term } from '../kit/Term.tsx';
import css from './mail.module.css';

const HEIGHT = 92;

/** Incoming, active and deferred mail over time, the next scan, and the flush. */
export function MailQueues() {
  const actions = useActions();
  const mail = useSession((session) => session.mail);
  if (mail === null) return null;
  return (
    <section className={css.mailBlock} aria-labelledby="mail-queues">
      <div className={css.mailHead}>
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
    <dl className={css.mailCounts}>
      <div className={css.incoming}>
        <dt>
          <Term name="incoming queue">incoming</Term>
        </dt>
        <dd>{formatCount(mail.incoming)}</dd>
      </div>
      <div>
        <dt>
          <Term name="active queue">active</Term>
          {full ? ', full' : ''}
        </dt>
        <dd>
          {formatCount(mail.active)}
          <small> of {formatCount(mail.messageActiveLimit)}</small>
        </dd>
      </div>
      <div className={css.deferred}>
        <dt>
          <Term name="deferred" />
        </dt>
        <dd>{formatCount(mail.deferred)}</dd>
      </div>
      <div className={css.hold}>
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
        className={css.mailChart}
        width={(width + 36) * scale}
        height={(HEIGHT + 18) * scale}
        viewBox={`-36 0 ${width + 36} ${HEIGHT + 18}`}
        role="img"
        aria-label={label}
      >
        <ValueAxis
          ticks={[
            { y: 2, text: chart.top },
            { y: HEIGHT, text: '' },
          ]}
          left={0}
          right={width}
        />
        {chart.areas.map((shape) => (
          <path key={shape.name} className={css.mailArea} data-look={shape.name} d={shape.path} />
        ))}
        <PlaceAxis ticks={chart.ticks} left={-36} right={width} y={HEIGHT + 13} />
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

/** Sizes of the mail queues over time as stacked step areas: active below, incoming on it, deferred on top. */
interface MailChart {
  areas: { name: 'active' | 'incoming' | 'deferred'; path: string }[];
  top: number;
  ticks: { x: number; text: string }[];
}

const ORDER = ['active', 'incoming', 'deferred'] as const;

/** Lays out the samples up to `now` (microseconds) in a box; the last one reaches to the right edge. */
function mailChart(
  samples: readonly MailSample[],
  now: Micros,
  size: { width: number; height: number },
): MailChart {
  const shown: readonly MailSample[] = [{ at: 0, incoming: 0, active: 0, deferred: 0 }, ...samples];
  const last = shown.at(-1);
  const points = last === undefined ? shown : [...shown, { ...last, at: Math.max(now, last.at) }];
  const top = Math.max(1, ...points.map((p) => p.incoming + p.active + p.deferred));
  const span = Math.max(MICROS_PER_SECOND, now);
  const x = (at: Micros): number => (at / span) * size.width;
  const y = (count: number): number => size.height - (count / top) * (size.height - 2);
  const below = (sample: MailSample, name: (typeof ORDER)[number]): number =>
    ORDER.slice(0, ORDER.indexOf(name)).reduce((sum, other) => sum + sample[other], 0);
  const areas = ORDER.map((name) => {
    const levels = (of: (sample: MailSample) => number): Level[] =>
      points.map((sample, i) => ({
        x: x(sample.at),
        y: y(of(sample)),
        to: x(points[i + 1]?.at ?? sample.at),
      }));
    const high = levels((sample) => below(sample, name) + sample[name]);
    return {
      name,
      path: stepBand(
        high,
        levels((sample) => below(sample, name)),
        hundredths,
      ),
    };
  });
  return {
    areas,
    top,
    ticks: timeTicks({ from: 0, to: span }, 5, nearTimeStep(span, 5)).at.map((at) => ({
      x: x(at),
      text: tick(at / MICROS_PER_SECOND),
    })),
  };
}

function tick(seconds: Seconds): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds % 60);
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, '0')}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
}
