import { formatShortSeconds, formatNumber } from '../../../explain/figures.ts';
import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import type { CSSProperties } from 'react';
import { Frame } from '../../../plot/Frame.tsx';
import { bareLabel } from '../../../plot/ticks.ts';
import { TimeAxis } from '../../../plot/TimeAxis.tsx';
import { Chip } from '../../../charts/Chip.tsx';
import { useIdentity } from '../../../charts/colours.ts';
import {
  meanOf,
  type OnItsWay,
  type OrderedMail,
  type OrderedRun,
  type OrderName,
  type Turn,
  turnsUnder,
  waysOf,
} from '../../lessons/orders.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { useSession } from '../../../store/hooks.ts';
import { useWords } from '../kit/useWords.ts';
import { readOrders } from '../../questions/orders.ts';
import { useBackgroundRun } from './usePrepared.ts';
import css from './lesson.module.css';

/** Draws the same mail in several orders up to the shown instant: turns, and each message's time in the queue. */
export default function LessonOrders({ orders }: { orders: readonly OrderName[] }) {
  const now = useSession((session) => session.cursor.at);
  const { orders: words } = useWords();
  const run = useOrders();
  if (run === null) return <section className={css.lessonOrders} aria-label={words.label} />;
  const all = orders.map((order) => ({ order, turns: turnsUnder(order, run) }));
  const end = Math.max(MICROS_PER_SECOND, ...all.flatMap(({ turns }) => turns.map(({ until }) => until)));
  return (
    <section
      className={css.lessonOrders}
      aria-label={words.label}
      data-alone={all.length === 1 || undefined}
      style={{ '--orders': all.length, '--second': `${(MICROS_PER_SECOND / end) * 100}%` } as CSSProperties}
    >
      {all.map(({ order, turns }) => (
        <Order key={order} order={order} turns={turns} run={run} now={now} end={end} />
      ))}
      <Frame hidden height={AXIS_HEIGHT} margins={{ left: 0, right: 0, top: 0, bottom: AXIS_HEIGHT }}>
        {(plot) => (
          <TimeAxis
            plot={plot}
            window={{ from: 0, to: end }}
            label={(at, step) => bareLabel(at, step, at === 0)}
            finest={MICROS_PER_SECOND}
            room={60}
          />
        )}
      </Frame>
      {all.length === 1 && <Left turns={all[0]?.turns ?? []} mail={run.mail} now={now} />}
      <p className="side-note">
        {words.note}
        {orders.includes('loans') && words.noteLoans}
      </p>
    </section>
  );
}

interface OrderProps {
  order: OrderName;
  turns: readonly Turn[];
  run: OrderedRun;
  now: number;
  end: number;
}

function Order({ order, turns, run, now, end }: OrderProps) {
  const { orders: words } = useWords();
  const [title, about] = [words.titles[order], words.about[order]];
  const begun = turns.filter(({ from }) => from < now);
  const ways = waysOf(run, turns);
  const through = ways.filter(({ ends }) => ends <= now);
  const said = begun.map(({ number }) => number).join(' ');
  return (
    <div className={css.lessonOrder}>
      <h2>
        {title} <span className="dim text-2">{about}</span>
      </h2>
      <div
        className={css.lessonOrderStrip}
        style={{ '--agents': run.agents } as CSSProperties}
        role="img"
        aria-label={words.turns(title, said)}
      >
        {begun.map((turn) => (
          <TurnCell key={`${turn.agent} ${turn.from}`} turn={turn} now={now} end={end} />
        ))}
        {run.mail.map(
          ({ number, arrived }) =>
            arrived <= now && <Arrival key={number} number={number} at={(arrived / end) * 100} />,
        )}
        <span className={css.lessonOrderNow} style={{ left: `${Math.min(100, (now / end) * 100)}%` }} />
      </div>
      <Ways through={through} all={ways.length} />
    </div>
  );
}

/** Height of the time axis, in units of 1/16 rem. */
const AXIS_HEIGHT = 20;

/** Least width of a turn that shows its message number, in percent of the axis. */
const ROOM = 2.2;

function TurnCell({ turn, now, end }: { turn: Turn; now: number; end: number }) {
  const identity = useIdentity(turn.number);
  const width = ((Math.min(turn.until, now) - turn.from) / end) * 100;
  return (
    <span
      className={css.lessonTurn}
      data-agent={turn.agent + 1}
      style={
        { left: `${(turn.from / end) * 100}%`, width: `${width}%`, '--agent': turn.agent } as CSSProperties
      }
      {...identity}
    >
      {width >= ROOM && turn.number}
    </span>
  );
}

/** Shows how many deliveries of each message are left. Drawn below a single strip, where there is room. */
function Left({ turns, mail, now }: { turns: readonly Turn[]; mail: readonly OrderedMail[]; now: number }) {
  const { orders: words } = useWords();
  const most = Math.max(...mail.map(({ deliveries }) => deliveries.length));
  return (
    <dl className="stack gap-12" style={{ '--most': most } as CSSProperties}>
      {mail
        .filter(({ arrived }) => arrived <= now)
        .map(({ number, deliveries }) => {
          const own = turns.filter((turn) => turn.number === number && turn.from < now);
          const ended = own.filter(({ until }) => until <= now).length;
          return (
            <div key={number} className="row gap-12">
              <dt>
                <Chip number={number} />
              </dt>
              <Deliveries number={number} all={deliveries.length} begun={own.length} ended={ended} />
              <dd className="sub nowrap">{words.left(deliveries.length - own.length)}</dd>
            </div>
          );
        })}
    </dl>
  );
}

/** Draws a square for each delivery: done, with an agent, or waiting, as on the cards of the job list. */
function Deliveries(props: { number: number; all: number; begun: number; ended: number }) {
  const identity = useIdentity(props.number);
  return (
    <dd className={css.lessonOrdersSquares} aria-hidden="true" {...identity}>
      {Array.from({ length: props.all }, (_, i) => (
        <i key={i} data-state={i < props.ended ? 'done' : i < props.begun ? 'busy' : 'waiting'} />
      ))}
    </dd>
  );
}

function Arrival({ number, at }: { number: number; at: number }) {
  const identity = useIdentity(number);
  return <i className={css.lessonArrival} style={{ left: `${at}%` }} {...identity} />;
}

function Ways({ through, all }: { through: readonly OnItsWay[]; all: number }) {
  const { orders: words } = useWords();
  if (through.length === 0) return <p className="sub">{words.noneThrough}</p>;
  return (
    <p className="row wrap sub">
      {through.map(({ number, took }) => (
        <span key={number} className="row gap-6">
          <Chip number={number} size="small" /> {formatShortSeconds(took)}
        </span>
      ))}
      {through.length === all && all > 1 && (
        <b className="strong">{words.mean(formatNumber(Math.round(meanOf(through) / 1e5) / 10))}</b>
      )}
    </p>
  );
}

/** Computes the mail of the open run to its end in a background run. Null until known. */
function useOrders(): OrderedRun | null {
  const scenario = useSession((session) => session.scenario);
  const probe = useBackgroundRun();
  return useQuestion(scenario, ({ wanted }) =>
    probe(async (run) => {
      if (scenario === null || !wanted()) return undefined;
      const opened = await run.api.open(scenario, []);
      return opened.ok ? ((await readOrders(run)) ?? undefined) : undefined;
    }),
  );
}
