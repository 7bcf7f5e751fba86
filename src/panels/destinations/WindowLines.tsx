import { useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import type { FeedbackHistory } from '../../protocol/inspect.ts';
import { useSession } from '../../store/hooks.ts';
import { formatClock, formatCount } from '../../explain/format.ts';
import { useAnswer } from '../kit/useAnswer.ts';
import { topOf, windowLine } from './window-lines.ts';
import { Termed } from '../kit/Termed.tsx';
import { formatShare } from '../../explain/figures.ts';
import css from './destinations.module.css';

/** Destinations that have a line: more would be a list again. */
export const LINES_MAX = 4;

const EVENTS = 600;
const HEIGHT = 56;
/** Failures below the line, and room above it. */
const MARGIN = 10;

export interface NamedDestination {
  transport: string;
  name: string;
}

/** The windows of a few destinations over the whole run, on one clock and one scale. */
export function WindowLines({ destinations }: { destinations: readonly NamedDestination[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const now = useSession((session) => session.cursor.at);
  const key = destinations.map(({ transport, name }) => `${transport} ${name}`).join(', ');
  const histories = useAnswer(`windows of ${key}`, (actions) =>
    Promise.all(destinations.map(({ transport, name }) => actions.ask('feedback', transport, name, EVENTS))),
  );
  const known = histories?.filter((history) => history !== null) ?? [];
  const top = topOf(known);
  const scale = (size?.rem ?? 16) / 16;
  const width = Math.max(160, (size?.width ?? 800) / scale - LABEL - PADDING);
  return (
    <section className={css.windowLines} ref={ref} aria-label="windows over time">
      {known.length > 0 && (
        <h2>
          <Termed text="Windows" /> over time <span className="dim">to {formatClock(now)}</span>
        </h2>
      )}
      {histories?.map((history, i) => {
        const destination = destinations[i];
        if (history === null || destination === undefined) return null;
        return (
          <Line
            key={`${destination.transport} ${destination.name}`}
            destination={destination}
            history={history}
            top={top}
            box={{ width, scale }}
          />
        );
      })}
    </section>
  );
}

/** Room for the words in front of a line, and at the edges, as the stylesheet has it. */
const LABEL = 190;
const PADDING = 32;

interface LineProps {
  destination: NamedDestination;
  history: FeedbackHistory;
  top: number;
  box: { width: number; scale: number };
}

function Line({ destination, history, top, box }: LineProps) {
  const now = useSession((session) => session.cursor.at);
  const { width, scale } = box;
  const line = windowLine(history, now, top, { width, height: HEIGHT });
  const share = formatShare(line.failures / Math.max(1, line.reports));
  const words = `${formatCount(line.failures)} of ${formatCount(line.reports)} failed, ${share}`;
  return (
    <div className={css.windowLine}>
      <p>
        <span className="mono">{destination.name}</span>
        <span>{words}</span>
        <span>greatest window {line.most}</span>
      </p>
      <svg
        width={width * scale}
        height={(HEIGHT + 2 * MARGIN) * scale}
        viewBox={`0 ${-MARGIN} ${width} ${HEIGHT + 2 * MARGIN}`}
        role="img"
        aria-label={`${destination.name}: ${words}; greatest window ${line.most}`}
      >
        <path className={css.windowGrid} d={`M0 0H${width}`} />
        <path className={`${css.windowGrid} ${css.zero}`} d={`M0 ${HEIGHT}H${width}`} />
        <text className={css.windowTop} x={width} y={-2}>
          {top}
        </text>
        {line.dead.map((span) => (
          <rect key={span.x} className={css.windowDead} x={span.x} y={0} width={span.width} height={HEIGHT} />
        ))}
        <path className={css.windowPath} d={line.path} />
        <path className={css.windowFailed} d={line.failed} />
      </svg>
    </div>
  );
}
