import { useSession } from '../../store/hooks.ts';
import { formatSeconds, formatTick } from '../../explain/format.ts';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { type ChartBox, ChartFrame, type ChartProps } from './ChartFrame.tsx';
import { markLook, Outages } from './ChartParts.tsx';
import { reportText } from './event-words.ts';
import { type TimeChart as Layout, timeLayout } from './time-layout.ts';
import css from './destination.module.css';

/** Shows the concurrency window of one destination over simulated time. */
export function TimeChart(props: ChartProps) {
  return <ChartFrame {...props}>{(box) => <Drawing {...props} box={box} />}</ChartFrame>;
}

function Drawing({ box, ...props }: ChartProps & { box: ChartBox }) {
  const { history, selected, outages, showOther } = props;
  const now = useSession((session) => session.cursor.at);
  const chart = timeLayout(history, now, outages, box);
  const other = history.rule === 'shipped' ? 'documented' : 'shipped';
  const chosen = chart.events.find((event) => event.number === selected);
  return (
    <>
      <Ground chart={chart} serverTakes={props.serverTakes} />
      {chosen !== undefined && (
        <rect
          className={css.chartBetween}
          x={chosen.x - 3}
          y={chart.top - 14}
          width={6}
          height={chart.bottom - chart.top + 44}
          rx={3}
        />
      )}
      <g transform={`translate(${chart.left} ${chart.top})`}>
        {chart.lines[history.rule].dead.map((span) => (
          <rect
            key={span.x}
            className={css.chartDead}
            x={span.x}
            y={0}
            width={span.width}
            height={chart.bottom - chart.top}
          />
        ))}
        {showOther && <path className={`${css.chartLine} ${css.other}`} d={chart.lines[other].path} />}
        <path className={css.chartLine} d={chart.lines[history.rule].path} />
      </g>
      <Marks {...props} chart={chart} />
      <PlaceAxis
        ticks={chart.instants.map(({ x, at, step }) => ({ x, text: formatTick(at, step) }))}
        left={0}
        right={chart.right}
        y={chart.bottom + 52}
      />
    </>
  );
}

function Ground({ chart, serverTakes }: { chart: Layout; serverTakes: number }) {
  const y = chart.yOf(serverTakes);
  return (
    <g>
      <text className={css.chartLabel} x={0} y={chart.top + 3}>
        Window
      </text>
      <Outages spans={chart.outages} top={chart.top} bottom={chart.bottom} />
      <ValueAxis ticks={chart.ticks} left={chart.left} right={chart.right} />
      {serverTakes > 0 && y > chart.top && (
        <>
          <path className={css.chartMark} strokeDasharray="1 3" d={`M${chart.left} ${y}H${chart.right}`} />
          <text x={0} y={chart.top + 17}>
            server takes {serverTakes}
          </text>
        </>
      )}
      <text x={0} y={chart.bottom + 18}>
        succeeded
      </text>
      <text x={0} y={chart.bottom + 32}>
        failed
      </text>
    </g>
  );
}

/** Reports as ticks, failures on a separate line. Each is an option of the list. */
function Marks({ chart, history, selected, onSelect }: ChartProps & { chart: Layout }) {
  return (
    <g>
      {chart.events.map(({ number, x, index }) => {
        const event = history.events[index];
        if (event === undefined) return null;
        return (
          // The list box handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <g
            key={number}
            id={`feedback-${number}`}
            role="option"
            aria-selected={number === selected}
            aria-label={`event ${number}, ${formatSeconds(event.at)}: ${reportText(event, history.rule)}`}
            onClick={() => onSelect(number)}
          >
            <rect
              className={css.chartHit}
              x={x - 2.5}
              y={chart.top}
              width={5}
              height={chart.bottom - chart.top + 34}
            />
            <path
              className={css.reportMark}
              data-look={markLook(event)}
              d={`M${x} ${chart.bottom + (event.sign === 'negative' ? 24 : 10)}v9`}
            />
          </g>
        );
      })}
    </g>
  );
}
