import type { Micros } from '../../protocol/units.ts';
import { useState, useId } from 'react';
import { useIdentity } from '../../charts/colours.ts';
import type { TimerPath, TimerPlacing, WheelDetail } from '../../protocol/wheel.ts';
import { placingAt, runsAt, wholePath } from './timer-path.ts';
import { bare, bucketName, type Scale, SECONDS, whereSentence, written } from './wheel-words.ts';
import { PlaceAxis } from '../../plot/Axis.tsx';
import { Frame, type Plot } from '../../plot/Frame.tsx';
import css from './wheel.module.css';
import { Button } from '../../ui/Button.tsx';
import { Slider } from '../../ui/Slider.tsx';

interface StaircaseProps {
  detail: WheelDetail;
  now: Micros;
  scale: Scale;
  onCancel?: ((timer: number) => void) | undefined;
}

/** Shows the life of the followed timer, and its bucket at any instant. */
export function Staircase({ detail, now, scale, onCancel }: StaircaseProps) {
  const path = detail.followed;
  return (
    <section className={css.wheelFact} id="wheel-timer" aria-labelledby="wheel-timer-title">
      {path === null ? (
        <>
          <h2 id="wheel-timer-title">One timer</h2>
          <p className="side-note">
            {detail.pending === 0 && detail.wakeUp === null
              ? 'No timer to follow yet.'
              : 'Choose a timer to see its way from insert to expiry.'}
          </p>
        </>
      ) : (
        <Path key={path.id} path={path} detail={detail} now={now} scale={scale} />
      )}
      {path !== null && path.end === null && onCancel !== undefined && (
        <Button look="outlined" onClick={() => onCancel(path.id)}>
          Cancel {path.label}: one unlink
        </Button>
      )}
    </section>
  );
}

function Path({ path, detail, now, scale }: StaircaseProps & { path: TimerPath }) {
  const placings = wholePath(detail, path);
  // Mail runs a timer at its own instant within the tick; a raw wheel runs it when its last bucket opens.
  const planned = scale === SECONDS ? path.due : runsAt(detail, path);
  const end = path.end?.at ?? planned;
  const born = placings[0]?.at ?? 0;
  const early = path.due - end;
  const state =
    path.end === null
      ? `due at ${written(path.due, scale)}`
      : path.end.how === 'ran'
        ? `ran at ${written(end, scale)}`
        : `cancelled at ${written(end, scale)}`;
  return (
    <>
      <h2 id="wheel-timer-title">
        {path.label}{' '}
        <span className="dim">
          asked for at {written(born, scale)}, {state}
        </span>
      </h2>
      <StairsChart path={path} placings={placings} end={end} now={now} scale={scale} />
      {path.end?.how !== 'cancelled' && early > 0 && scale !== SECONDS && (
        <p className="side-note">
          {path.end === null ? 'Will run' : 'Ran'} <b>{written(early, scale)} early</b>: its end was rounded
          down to a tick of {written(detail.tick, scale)}.
        </p>
      )}
      <Where path={path} placings={placings} end={end} now={now} scale={scale} />
    </>
  );
}

function StairsChart({ path, placings, end, now, scale }: PathProps) {
  const identity = useIdentity(path.token?.number ?? 0);
  return (
    <Frame
      height={HEIGHT}
      margins={MARGINS}
      overflow="visible"
      label={placings.map((p) => `at ${written(p.at, scale)} in ${bucketName(p.level, p.bucket)}`).join(', ')}
    >
      {(plot) => {
        const stairs = stairsOf(placings, path, { end, now, plot });
        return (
          <g className={css.stairs} {...identity}>
            <PlaceAxis
              ticks={[...stairs.ticks, { x: stairs.end.x, at: end }].map(({ x, at }) => ({
                x,
                text: bare(at, scale),
              }))}
              left={0}
              right={plot.frame.width}
              y={plot.bottom + 13}
              grid={plot}
            />
            <path className="plot-grid" d={`M${plot.left} ${plot.bottom}H${stairs.end.x}`} />
            {stairs.steps.map((step, i) => (
              <StepMark key={step.placing.at} step={step} before={stairs.steps[i - 1]} />
            ))}
            <circle
              className={path.end === null ? css.stairsEnd : css.wayMark}
              cx={stairs.end.x}
              cy={stairs.end.y}
              r="4"
            />
            <text className="plot-label" x={stairs.end.x + 9} y={stairs.end.y + 3.5}>
              {path.end?.how === 'cancelled' ? 'cancelled' : path.end === null ? 'runs' : 'ran'}
            </text>
            {stairs.now !== null && (
              <>
                <path className="plot-line" d={`M${stairs.now.x} ${stairs.now.y}V${plot.bottom}`} />
                <circle className={css.solid} cx={stairs.now.x} cy={stairs.now.y} r="3" />
              </>
            )}
          </g>
        );
      }}
    </Frame>
  );
}

/** Draws the time in one bucket: solid up to now, dashed after now, with the fall from the step before. */
function StepMark({ step, before }: { step: Step; before: Step | undefined }) {
  const { placing, x0, x1, xNow, y } = step;
  return (
    <g>
      <path className={css.way} strokeWidth={2.5} strokeLinecap="round" d={`M${x0} ${y}H${xNow}`} />
      {xNow < x1 && (
        <path className={css.way} strokeWidth={1.5} strokeDasharray="3 4" d={`M${xNow} ${y}H${x1}`} />
      )}
      {before === undefined ? (
        <circle className={css.wayMark} cx={x0} cy={y} r="4" />
      ) : (
        <>
          <path className={css.way} strokeWidth={1.75} d={`M${x0} ${before.y + 1}V${y - 5}`} />
          <path className={css.wayMark} d={`M${x0 - 3.5} ${y - 7}h7l-3.5 6z`} />
        </>
      )}
      {(x1 - x0 > 34 || before === undefined) && (
        <text className={`plot-label ${css.bold}`} x={before === undefined ? x0 : x0 + 7} y={y - 8}>
          {bucketName(placing.level, placing.bucket)}
        </text>
      )}
    </g>
  );
}

interface PathProps {
  path: TimerPath;
  placings: ReturnType<typeof wholePath>;
  end: number;
  now: Micros;
  scale: Scale;
}

const STEPS = 200;

/** A slider over the life of the timer, which shows its bucket at each instant. */
function Where({ path, placings, end, now, scale }: PathProps) {
  const born = placings[0]?.at ?? 0;
  const id = useId();
  const [share, setShare] = useState<number | null>(null);
  const span = Math.max(scale.micros, end - born);
  const raw = share === null ? Math.min(now, end) : born + (span * 1.04 * share) / STEPS;
  const at = Math.round(raw / scale.micros) * scale.micros;
  const where = placingAt(placings, end, at);
  const cancelled = path.end?.how === 'cancelled';
  return (
    <div className={`stack gap-2 text-1 sub ${css.where}`}>
      <div className="row gap-10">
        <label className="nowrap" htmlFor={id}>
          Where is it at
        </label>
        <Slider
          id={id}
          className="grow"
          min={0}
          max={STEPS}
          value={share ?? Math.min(STEPS, Math.max(0, Math.round(((at - born) / (span * 1.04)) * STEPS)))}
          text={written(at, scale)}
          onChange={setShare}
        />
      </div>
      <p aria-live={share === null ? 'off' : 'polite'}>
        {whereSentence(where, at, { end, cancelled, now }, scale)}
      </p>
    </div>
  );
}

/** Height and margins in units of 1/16 rem; `MARGINS.right` has room for the word at the end. */
const HEIGHT = 106;
const MARGINS = { left: 8, right: 48, top: 22, bottom: 20 };
/** Height of the stairs, and y of a path with one step, in units of 1/16 rem. */
const STEPS_HEIGHT = 50;
const ONE_STEP_Y = 46;

interface Step {
  placing: TimerPlacing;
  x0: number;
  x1: number;
  /** x of the present: the part up to it has happened. */
  xNow: number;
  y: number;
}

interface Stairs {
  steps: Step[];
  /** Instants with a label: those of steps that have room for one. */
  ticks: { x: number; at: Micros }[];
  end: { x: number; y: number };
  now: { x: number; y: number } | null;
}

interface StairsRange {
  /** Instant at which the timer runs, ran, or was cancelled. */
  end: Micros;
  now: Micros;
  plot: Plot;
}

/** The path of one timer: down is nearer to its end, right is later. Time left has a logarithmic scale. */
function stairsOf(
  placings: readonly TimerPlacing[],
  path: TimerPath,
  { end, now, plot }: StairsRange,
): Stairs {
  const born = placings[0]?.at ?? 0;
  const unit = Math.max(1, (end - born) / 2000);
  const most = Math.max(0.1, Math.log10((end - born) / unit + 1));
  const xOf = (at: Micros): number =>
    plot.left + (1 - Math.log10(Math.max(0, end - at) / unit + 1) / most) * plot.width;
  const highest = Math.max(0, ...placings.map(({ level }) => level));
  const yOf = (level: number): number =>
    highest === 0 ? ONE_STEP_Y : plot.top + (highest - level) * (STEPS_HEIGHT / highest);
  const reached = path.end === null ? now : path.end.at;
  const steps = placings.map((placing, i): Step => {
    const x0 = xOf(placing.at);
    const x1 = xOf(placings[i + 1]?.at ?? end);
    return { placing, x0, x1, xNow: Math.min(x1, Math.max(x0, xOf(reached))), y: yOf(placing.level) };
  });
  const last = steps.at(-1);
  const current = steps.findLast(({ placing }) => placing.at <= now) ?? last;
  const ticks = steps
    .filter(({ x0, x1 }, i) => x1 - x0 > 16 && (i === 0 || x0 - (steps[i - 1]?.x0 ?? 0) > 44))
    .map(({ x0, placing }) => ({ x: x0, at: placing.at }));
  return {
    steps,
    ticks,
    end: { x: xOf(end), y: last?.y ?? plot.top },
    now: path.end === null && current !== undefined && now < end ? { x: xOf(now), y: current.y } : null,
  };
}
