import { PlaceAxis, ValueAxis } from '../../../plot/Axis.tsx';
import { Frame, type Plot } from '../../../plot/Frame.tsx';
import { Legend } from '../../../plot/Legend.tsx';
import { bandPath, type Point, polyline, stepLine } from '../../../plot/paths.ts';
import { WAIT_MARKS } from '../../../plot/values.ts';
import type { Seconds } from '../../../protocol/units.ts';
import type { ClassAnswer, PredictView, Shape, Shapes, PredictedChange } from '../../protocol/predict.ts';
import { slowest, formatPredictedTime, reachText } from './prediction-words.ts';
import css from './whatif.module.css';

export type Figure = keyof Shapes;

interface CurvesProps {
  view: PredictView;
  tried: PredictedChange;
  /** The wait for the first attempt, or the time until delivery. */
  figure: Figure;
}

/** Draws two charts for each class, today and with the change: how a delay is distributed, and its 90th percentile over time. */
export function Curves({ view, tried, figure }: CurvesProps) {
  return (
    <div className={css.whatifCurves}>
      {view.names.map((name, i) => {
        const today = view.today.classes[i];
        if (today === undefined) return null;
        const found = tried.answer.classes[i] ?? today;
        return <ClassCurves key={name} {...{ name, today, found, figure }} arriving={view.arriving} />;
      })}
    </div>
  );
}

export function CurvesLegend() {
  return (
    <Legend
      label="Lines of the charts"
      items={[
        { text: 'today', shape: 'line', className: `plot-line ${css.whatifToday}` },
        { text: 'with the change', shape: 'line', className: 'plot-line' },
        { text: 'lowest to highest run', shape: 'area', className: css.whatifReach ?? '' },
      ]}
    />
  );
}

interface ClassCurvesProps {
  name: string;
  today: ClassAnswer;
  found: ClassAnswer;
  figure: Figure;
  arriving: Seconds;
}

function ClassCurves({ name, today, found, figure, arriving }: ClassCurvesProps) {
  const said = (of: ClassAnswer): string =>
    `median ${formatPredictedTime(of[figure].p50)}, ${slowest(of[figure].p90)}`;
  const change =
    found.doubt === null
      ? said(found)
      : `median ${reachText(found.doubt.between[figure])}; the log cannot tell more exactly`;
  // Where the log cannot tell, only the range is drawn.
  const lines = (of: Figure, kind: 'curves' | 'times') => ({
    today: today[kind][of],
    found: found[kind][of],
    drawn: found.doubt === null,
  });
  return (
    <figure className="stack gap-4 text-2 breaks">
      <figcaption>
        <b>{name}</b> <span className="dim">{today.recipients} recipients</span>
      </figcaption>
      <Shares
        {...lines(figure, 'curves')}
        said={`${name}: ${said(today)} today; with the change ${change}`}
      />
      <p aria-hidden="true">
        {said(today)} → <b>{change}</b>
      </p>
      <Times
        {...lines(figure, 'times')}
        said={`${name}: 90th percentile of the delay by arrival time, for ${formatPredictedTime(arriving)} of arrivals`}
        arriving={arriving}
      />
    </figure>
  );
}

/** Ends of the logarithmic axis of delays: 10 ms and an hour. */
const LEAST = 0.01;
const MOST = 3600;
/** The axis has labels at 10 ms, 1 s, 1 min and 1 h. */
const TICKS = WAIT_MARKS.filter(({ seconds }, i) => i % 2 === 0 && seconds <= MOST);

/** Returns where a delay lies on the axis: 0 at 10 ms, 1 at an hour. */
function place(seconds: Seconds): number {
  const clamped = Math.min(MOST, Math.max(LEAST, seconds));
  return Math.log(clamped / LEAST) / Math.log(MOST / LEAST);
}

interface PlotProps {
  today: Shape;
  found: Shape;
  /** True when the change has a line, false when it has only a range. */
  drawn: boolean;
  said: string;
}

/** Draws a cumulative distribution: share of recipients (up) by delay (right). */
function Shares({ said, ...lines }: PlotProps) {
  return (
    <Frame label={said} height={148}>
      {(plot) => {
        const x = (seconds: Seconds): number => plot.left + plot.width * place(seconds);
        const y = (share: number): number => plot.bottom - plot.height * share;
        return (
          <>
            <ValueAxis
              ticks={[0, 50, 100].map((share) => ({ y: y(share / 100), text: `${share} %` }))}
              {...plot}
            />
            <PlaceAxis
              ticks={TICKS.map(({ seconds, text }) => ({ x: x(seconds), text }))}
              left={0}
              right={plot.frame.width}
              y={plot.bottom + 14}
              grid={plot}
            />
            <Lines {...lines} at={(seconds, i, points) => ({ x: x(seconds), y: y(i / (points - 1)) })} />
          </>
        );
      }}
    </Frame>
  );
}

/** Draws the 90th percentile of the delay (up) by time of arrival (right). */
function Times({ said, arriving, ...lines }: PlotProps & { arriving: Seconds }) {
  return (
    <Frame label={said} height={92}>
      {(plot: Plot) => {
        const y = (seconds: Seconds): number => plot.bottom - plot.height * place(seconds);
        return (
          <>
            <ValueAxis
              ticks={TICKS.map(({ seconds, text }) => ({
                y: y(seconds),
                text: seconds === LEAST ? '' : text,
                base: seconds === LEAST,
              }))}
              {...plot}
            />
            <PlaceAxis
              ticks={[
                { x: plot.left, text: 0 },
                { x: plot.right, text: formatPredictedTime(arriving) },
              ]}
              {...plot}
              y={plot.bottom + 14}
            />
            <Lines
              {...lines}
              at={(seconds, i, points) => ({
                x: plot.left + (plot.width * (i + 0.5)) / points,
                y: y(seconds),
              })}
            />
          </>
        );
      }}
    </Frame>
  );
}

/** Returns the position in the chart of the `i`th of a number of points, whose value is `seconds`. */
type Place = (seconds: Seconds, i: number, points: number) => Point;

function Lines({ today, found, drawn, at }: Omit<PlotProps, 'said'> & { at: Place }) {
  return (
    <>
      <path className={css.whatifReach} d={band(found, at)} />
      <path className={`plot-line ${css.whatifToday}`} d={line(today.middle, at)} />
      {drawn && <path className="plot-line" d={line(found.middle, at)} />}
    </>
  );
}

const pointsOf = (values: readonly Seconds[], at: Place): (Point | null)[] =>
  values.map((value, i) => (Number.isNaN(value) ? null : at(value, i, values.length)));

/** A point without neighbours is drawn as a dash. This is half its width, in units. */
const DASH = 4;

/** Draws a line, with gaps where no mail arrived. */
function line(values: readonly Seconds[], at: Place): string {
  const points = pointsOf(values, at);
  const dashes = points.flatMap((point, i) =>
    point === null || (points[i - 1] ?? points[i + 1] ?? null) !== null
      ? []
      : [{ x: point.x - DASH, y: point.y, to: point.x + DASH, apart: true }],
  );
  return polyline(points) + stepLine(dashes);
}

/** Draws the area from the lowest to the highest run. */
function band({ low, high }: Shape, at: Place): string {
  const present = (values: readonly Seconds[]): Point[] =>
    pointsOf(values, at).filter((point) => point !== null);
  return bandPath(present(low), present(high));
}
