import { useView } from '../../store/hooks.ts';
import { type ChartBox, ChartFrame, type ChartProps } from './ChartFrame.tsx';
import { Accumulator, Axis, ChartBreaks, Ground, Notes, Reports, StopLine } from './ChartParts.tsx';
import { chartLayout, eventsThatFit, firstThatFits, type Chart } from './chart-layout.ts';
import css from './destination.module.css';

/** Shows the window, the reports and the three sums of one destination, event by event. */
export function ConcurrencyChart(props: ChartProps) {
  return <ChartFrame {...props}>{(box) => <Part {...props} box={box} />}</ChartFrame>;
}

/** Draws the events that fit into the box, around the selected one. */
function Part({ box, ...props }: ChartProps & { box: ChartBox }) {
  const { history, selected } = props;
  const first = history.total - history.events.length;
  const fit = eventsThatFit(box.width);
  const start = windowStart(history.events.length, fit, selected - first - 1);
  const to = Math.min(history.events.length, start + fit);
  // Breaks need space too, so fewer events may fit; the selected one stays in view.
  const from = Math.min(firstThatFits(history, start, to, box.width), Math.max(start, selected - first - 1));
  const chart = chartLayout(history, from, to, box);
  return (
    <>
      <Drawing {...props} chart={chart} />
      {to - from < history.events.length && (
        <text className="plot-label" textAnchor="end" x={chart.right} y={12} aria-hidden="true">
          events {first + from + 1} to {first + to} of {history.total}
        </text>
      )}
    </>
  );
}

/** Narrowest chart, in pixels, with text beside its curves. Narrower charts have only the sentence. */
const NOTES_FROM = 520;

/** Index of the first event drawn: with it the latest events are visible, or the selected one. */
function windowStart(count: number, fit: number, selected: number): number {
  if (count <= fit || selected >= count - fit) return Math.max(0, count - fit);
  return Math.max(0, Math.min(count - fit, selected - Math.floor(fit / 2)));
}

function Drawing(props: ChartProps & { chart: Chart }) {
  const { chart, history, selected, onSelect, showOther } = props;
  const annotations = useView((view) => view.annotations);
  const other = history.rule === 'shipped' ? 'documented' : 'shipped';
  const chosen = chart.places.find((place) => place.number === selected);
  return (
    <>
      <Ground {...props} />
      {chosen !== undefined && (
        <rect
          className={css.chartBetween}
          x={chosen.x}
          y={chart.top - 14}
          width={chart.cell}
          height={chart.axisY - chart.top + 18}
          rx={3}
        />
      )}
      {showOther &&
        chart.between.map((area) => <rect key={`${area.x}`} className={css.chartBetween} {...area} />)}
      {showOther && <path className={`${css.chartLine} ${css.other}`} d={chart.lines[other]} />}
      <path className={css.chartLine} d={chart.lines[history.rule]} />
      <ChartBreaks chart={chart} />
      {chart.rows.map((row) => (
        <Accumulator key={row.name} row={row} chart={chart} history={history} />
      ))}
      <Reports chart={chart} history={history} selected={selected} onSelect={onSelect} />
      {chart.rows.map((row) => (
        <StopLine key={row.name} {...props} row={row} />
      ))}
      {annotations && chart.right > NOTES_FROM && (
        <Notes
          chart={chart}
          history={history}
          lines={showOther ? [history.rule, other] : [history.rule]}
          outages={props.outages}
        />
      )}
      <Axis chart={chart} />
    </>
  );
}
