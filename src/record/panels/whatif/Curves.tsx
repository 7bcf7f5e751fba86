import type { ClassAnswer, PredictView, Shape, Shapes, PredictedChange } from '../../protocol/predict.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { PlaceAxis, ValueAxis } from '../../../plot/Axis.tsx';
import { bandPath, type Point, polyline, stepLine } from '../../../plot/paths.ts';
import { WAIT_MARKS } from '../../../plot/values.ts';
import { tenth, formatPredictedTime } from './prediction-words.ts';
import css from './whatif.module.css';

const WIDTH = 220;
/** Of the words beside an axis. */
const MARGIN = 40;
const HEIGHT = 120;
/** Half of what stands for a point alone. */
const DASH = 4;
/** Of what is drawn over time. */
const LOW = 64;
/** From 10 ms to an hour, on a logarithmic scale. */
const LEAST = 0.01;
const MOST = 3600;
/** Every other mark: 10 ms, 1 s, 1 min, 1 h. */
const TICKS = WAIT_MARKS.filter((_, i) => i % 2 === 0);

/** 0 at 10 ms, 1 at an hour. */
function place(seconds: Seconds): number {
  const clamped = Math.min(MOST, Math.max(LEAST, seconds));
  return Math.log(clamped / LEAST) / Math.log(MOST / LEAST);
}

/** Which share (y) waited at most so long (x). */
const shared = (seconds: Seconds, i: number, points: number): Point => ({
  x: WIDTH * place(seconds),
  y: HEIGHT - (HEIGHT * i) / (points - 1),
});

/** How long (y) what arrived then (x) waited. */
const timed = (seconds: Seconds, i: number, points: number): Point => ({
  x: (WIDTH * (i + 0.5)) / points,
  y: LOW - LOW * place(seconds),
});

type Place = typeof shared;

const points = (values: readonly Seconds[], at: Place): (Point | null)[] =>
  values.map((value, i) => (Number.isNaN(value) ? null : at(value, i, values.length)));

/** A line through all points; one that is left out, where nothing arrived, is not bridged, and one without neighbours is a dash. */
function line(values: readonly Seconds[], at: Place): string {
  const there = points(values, at);
  const alone = there.filter((_, i) => (there[i - 1] ?? there[i + 1] ?? null) === null);
  const dashes = alone.flatMap((point) =>
    point === null ? [] : [{ x: point.x - DASH, y: point.y, to: point.x + DASH, apart: true }],
  );
  return polyline(there) + stepLine(dashes);
}

/** From the lowest to the highest run. */
function band({ low, high }: Shape, at: Place): string {
  const present = (values: readonly Seconds[]): Point[] =>
    points(values, at).filter((point) => point !== null);
  return bandPath(present(low), present(high));
}

export type Figure = keyof Shapes;

interface CurvesProps {
  view: PredictView;
  tried: PredictedChange;
  /** The wait at the first try, or the time until mail is there. */
  figure: Figure;
}

/** Small multiples, for each class today and with the change: which share took at most how long, and how long by the time of arrival. */
export function Curves({ view, tried, figure }: CurvesProps) {
  return (
    <div className={css.whatifCurves}>
      {view.names.map((name, i) => {
        const today = view.today.classes[i];
        if (today === undefined) return null;
        return (
          <ClassCurves
            key={name}
            {...{ name, today, figure }}
            found={tried.answer.classes[i] ?? today}
            arriving={view.arriving}
          />
        );
      })}
    </div>
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
  // What the log cannot tell is drawn as how far it may reach, without a line.
  const after = found.doubt === null ? found : null;
  const between = found.doubt?.between[figure] ?? null;
  const half = `half ${formatPredictedTime(today[figure].p50)}`;
  const said = `${name}: ${half}, ${tenth(today[figure].p90)} today${
    between === null
      ? ''
      : `; with the change half ${formatPredictedTime(between[0])} to ${formatPredictedTime(between[1])}: the log cannot tell`
  }${after === null ? '' : `; with the change half ${formatPredictedTime(after[figure].p50)}, ${tenth(after[figure].p90)}`}`;
  return (
    <figure>
      <figcaption>
        <b>{name}</b> <span className="dim">{today.recipients} recipients</span>
      </figcaption>
      <Shares today={today.curves[figure]} found={found.curves[figure]} drawn={after !== null} said={said} />
      <p className={css.whatifSaid} aria-hidden="true">
        half {formatPredictedTime(today[figure].p50)}
        {after !== null && (
          <>
            {' '}
            → <b>{formatPredictedTime(after[figure].p50)}</b>
          </>
        )}
        {between !== null && ` → ${formatPredictedTime(between[0])} to ${formatPredictedTime(between[1])}`}
        {after !== null && (
          <>
            ; {tenth(today[figure].p90)} →{' '}
            <b>
              {Math.min(today[figure].p90, after[figure].p90) < 0.01
                ? tenth(after[figure].p90)
                : formatPredictedTime(after[figure].p90)}
            </b>
          </>
        )}
      </p>
      <Times
        today={today.times[figure]}
        found={found.times[figure]}
        drawn={after !== null}
        said={`${name}: all but a tenth, by the time of arrival, over ${formatPredictedTime(arriving)}`}
        arriving={arriving}
      />
    </figure>
  );
}

interface PlotProps {
  today: Shape;
  found: Shape;
  /** Whether the change has a line, and not only how far it may reach. */
  drawn: boolean;
  said: string;
}

/** Which share took at most how long. */
function Shares({ today, found, drawn, said }: PlotProps) {
  return (
    <svg viewBox={`${-MARGIN} -6 ${WIDTH + MARGIN + 18} ${HEIGHT + 26}`} role="img" aria-label={said}>
      <ValueAxis
        ticks={[0, 50, 100].map((share) => ({ y: shared(LEAST, share, 101).y, text: share }))}
        left={0}
        right={WIDTH}
      />
      <PlaceAxis
        ticks={TICKS.map(({ seconds, text }) => ({ x: WIDTH * place(seconds), text }))}
        left={-MARGIN}
        right={WIDTH + MARGIN}
        y={HEIGHT + 14}
        grid={{ top: 0, bottom: HEIGHT }}
      />
      <Lines {...{ today, found, drawn }} at={shared} />
    </svg>
  );
}

/** How long, by the time of arrival. */
function Times({ today, found, drawn, said, arriving }: PlotProps & { arriving: Seconds }) {
  return (
    <svg viewBox={`${-MARGIN} -6 ${WIDTH + MARGIN + 18} ${LOW + 26}`} role="img" aria-label={said}>
      <ValueAxis
        ticks={TICKS.map(({ seconds, text }) => ({
          y: LOW - LOW * place(seconds),
          text: text.replace('10 ms', ''),
        }))}
        left={0}
        right={WIDTH}
      />
      <PlaceAxis
        ticks={[
          { x: 0, text: 0 },
          { x: WIDTH, text: formatPredictedTime(arriving) },
        ]}
        left={0}
        right={WIDTH}
        y={LOW + 14}
      />
      <Lines {...{ today, found, drawn }} at={timed} />
    </svg>
  );
}

function Lines({ today, found, drawn, at }: Omit<PlotProps, 'said'> & { at: Place }) {
  return (
    <>
      <path className={css.whatifReach} d={band(found, at)} />
      <path className={css.whatifToday} d={line(today.middle, at)} />
      {drawn && <path className={css.whatifAfter} d={line(found.middle, at)} />}
    </>
  );
}
