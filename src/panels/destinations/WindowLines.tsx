import type { FeedbackHistory } from '../../protocol/inspect.ts';
import { useSession } from '../../store/hooks.ts';
import { formatSeconds, formatCount } from '../../explain/format.ts';
import { ValueAxis } from '../../plot/Axis.tsx';
import { Frame } from '../../plot/Frame.tsx';
import { useAnswer } from '../kit/useAnswer.ts';
import { topOf, windowLine } from './window-lines.ts';
import { Termed } from '../kit/Termed.tsx';
import { formatShare } from '../../explain/figures.ts';
import css from './destinations.module.css';

/** Largest number of destinations that are drawn with a line each. */
export const LINES_MAX = 4;

const EVENTS = 600;
const HEIGHT = 76;
/** Plot margins in pixels; failure marks are below the line. */
const MARGINS = { left: 28, right: 0, top: 10, bottom: 10 };

export interface NamedDestination {
  transport: string;
  name: string;
}

/** Windows of a few destinations over the whole run, on the same axes. */
export function WindowLines({ destinations }: { destinations: readonly NamedDestination[] }) {
  const now = useSession((session) => session.cursor.at);
  const key = destinations.map(({ transport, name }) => `${transport} ${name}`).join(', ');
  const histories = useAnswer(`windows of ${key}`, (actions) =>
    Promise.all(destinations.map(({ transport, name }) => actions.ask('feedback', transport, name, EVENTS))),
  );
  const known = histories?.filter((history) => history !== null) ?? [];
  if (known.length === 0) return null;
  const top = topOf(known);
  return (
    <section className={css.windowLines} aria-label="windows over time">
      <h2>
        <Termed text="Windows" /> over time <span className="dim">to {formatSeconds(now)}</span>
      </h2>
      {histories?.map((history, i) => {
        const destination = destinations[i];
        if (history === null || destination === undefined) return null;
        const { transport, name } = destination;
        return <Line key={`${transport} ${name}`} name={name} history={history} top={top} />;
      })}
    </section>
  );
}

interface LineProps {
  name: string;
  history: FeedbackHistory;
  /** Window at the upper end of the axis. */
  top: number;
}

function Line({ name, history, top }: LineProps) {
  const now = useSession((session) => session.cursor.at);
  const { reports, failures, most } = windowLine(history, now, top, { width: 1, height: 1 });
  const words = `${formatCount(failures)} of ${formatCount(reports)} failed, ${formatShare(failures / Math.max(1, reports))}`;
  const largest = `largest window ${most}`;
  return (
    <div className={css.windowLine}>
      <p className="stack gap-2 text-1 sub">
        <span className="mono text-2 cut">{name}</span>
        <span>{words}</span>
        <span>{largest}</span>
      </p>
      <Frame label={`${name}: ${words}; ${largest}`} height={HEIGHT} margins={MARGINS}>
        {(plot) => {
          const line = windowLine(history, now, top, plot);
          return (
            <>
              <ValueAxis
                ticks={[
                  { y: plot.top, text: top },
                  { y: plot.bottom, text: 0, base: true },
                ]}
                left={plot.left}
                right={plot.right}
              />
              <g transform={`translate(${plot.left} ${plot.top})`}>
                {line.dead.map((span) => (
                  <rect key={span.x} className={css.windowDead} {...span} height={plot.height} />
                ))}
                <path className="plot-line" d={line.path} />
                <path className={css.windowFailed} d={line.failed} />
              </g>
            </>
          );
        }}
      </Frame>
    </div>
  );
}
