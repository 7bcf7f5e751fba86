import { formatWait } from '../../explain/figures.ts';
import { formatSeconds, formatCount } from '../../explain/format.ts';
import { ValueAxis } from '../../plot/Axis.tsx';
import { Frame } from '../../plot/Frame.tsx';
import { Legend } from '../../plot/Legend.tsx';
import { hundredths, type Level, stepBand } from '../../plot/paths.ts';
import { timeScale, valueScale } from '../../plot/scales.ts';
import { TimeAxis } from '../../plot/TimeAxis.tsx';
import { durationLabel } from '../../plot/values.ts';
import type { MailRow, MailSample } from '../../protocol/rows.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { Term } from '../kit/Term.tsx';
import css from './mail.module.css';
import { Button } from '../../ui/Button.tsx';

const HEIGHT = 120;

/** Shows incoming, active and deferred mail over time, the next scan of the deferred queue, and the flush button. */
export function MailQueues() {
  const actions = useActions();
  const mail = useSession((session) => session.mail);
  if (mail === null) return null;
  return (
    <section className="stack" aria-labelledby="mail-queues">
      <div className="row between">
        <h2 id="mail-queues">
          Mail queues <span className="dim">messages</span>
        </h2>
        <Button
          look="outlined"
          data-tip="postqueue -f: retry all mail now, including dead destinations"
          data-tip-at="below"
          onClick={() => void actions.flush()}
        >
          Flush all
        </Button>
      </div>
      <Counts mail={mail} />
      <OverTime mail={mail} />
      <NextScan mail={mail} />
    </section>
  );
}

function Counts({ mail }: { mail: MailRow }) {
  const full = mail.active >= mail.messageActiveLimit;
  const counts = [
    { queue: 'incoming', name: <Term name="incoming queue">incoming</Term>, count: mail.incoming },
    {
      queue: 'active',
      name: (
        <>
          <Term name="active queue">active</Term>
          {full ? ', full' : ''}
        </>
      ),
      count: mail.active,
      of: ` of ${formatCount(mail.messageActiveLimit)}`,
    },
    { queue: 'deferred', name: <Term name="deferred" />, count: mail.deferred },
    { queue: 'hold', name: <Term name="on hold" />, count: mail.hold },
  ];
  return (
    <dl className={`row wrap gap-24 text-1 dim ${css.mailCounts}`}>
      {counts.map(({ queue, name, count, of }) => (
        <div key={queue} data-queue={queue}>
          <dt>{name}</dt>
          <dd>
            <b>{formatCount(count)}</b>
            {of}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Stacked areas of the chart, the lowest first. */
const AREAS = [
  { text: 'active', shape: 'area', className: css.mailActive },
  { text: 'incoming', shape: 'area', className: css.mailIncoming },
  { text: 'deferred', shape: 'area', className: css.mailDeferred },
] as const;

function OverTime({ mail }: { mail: MailRow }) {
  const now = useSession((session) => session.cursor.at);
  const samples: readonly MailSample[] = [{ at: 0, incoming: 0, active: 0, deferred: 0 }, ...mail.samples];
  const most = Math.max(1, ...samples.map(({ incoming, active, deferred }) => incoming + active + deferred));
  const window = { from: 0, to: Math.max(MICROS_PER_SECOND, now) };
  const label = `mail queues from the start to ${formatSeconds(now)}: at most ${most} messages; now ${mail.incoming} incoming, ${mail.active} active, ${mail.deferred} deferred`;
  return (
    <>
      <Frame label={label} height={HEIGHT}>
        {(plot) => {
          const { y, ticks } = valueScale(plot, most, { whole: true });
          const time = timeScale(plot, window);
          return (
            <>
              <ValueAxis ticks={ticks} left={plot.left} right={plot.right} />
              {AREAS.map(({ text, className }, i) => (
                <path key={text} className={className} d={areaPath(samples, i, window.to, { time, y })} />
              ))}
              <TimeAxis plot={plot} window={window} label={durationLabel} finest={MICROS_PER_SECOND} />
            </>
          );
        }}
      </Frame>
      <Legend label="Mail queues" items={AREAS} />
    </>
  );
}

interface Scales {
  time: (at: Micros) => number;
  y: (count: number) => number;
}

/** Area `i`, between the sums without and with it. The last sample extends to the right edge. */
function areaPath(samples: readonly MailSample[], i: number, end: Micros, { time, y }: Scales): string {
  const levels = (areas: number): Level[] =>
    samples.map((sample, n) => ({
      x: time(sample.at),
      y: y(AREAS.slice(0, areas).reduce((sum, { text }) => sum + sample[text], 0)),
      to: time(samples[n + 1]?.at ?? end),
    }));
  return stepBand(levels(i + 1), levels(i), hundredths);
}

function NextScan({ mail }: { mail: MailRow }) {
  const now = useSession((session) => session.cursor.at);
  const left = Math.ceil((mail.nextScan - now) / MICROS_PER_SECOND);
  const text =
    mail.scanning === ''
      ? mail.nextScan < 0
        ? 'Nothing is deferred, so no scan is due.'
        : `Next scan of the deferred queue: ${formatSeconds(mail.nextScan)}, in ${formatWait(Math.max(0, left))}. It repeats every ${formatWait(mail.queueRunDelay)} (queue_run_delay).`
      : `The ${mail.scanning} queue is being scanned.`;
  return <p className="side-note">{text}</p>;
}
