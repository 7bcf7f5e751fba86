import type { Micros } from '../../protocol/units.ts';
import { useState } from 'react';
import { useIdentity } from '../../charts/colours.ts';
import type { TimerPath, TimerPlacing, WheelDetail } from '../../protocol/wheel.ts';
import { placingAt, runsAt, wholePath } from './timer-path.ts';
import { bare, bucketName, type Scale, SECONDS, whereSentence, written } from './wheel-words.ts';
import css from './wheel.module.css';

interface StaircaseProps {
  detail: WheelDetail;
  now: Micros;
  scale: Scale;
  onCancel?: ((timer: number) => void) | undefined;
}

/** The life of the timer that is followed, and where it will be at any instant. */
export function Staircase({ detail, now, scale, onCancel }: StaircaseProps) {
  const path = detail.followed;
  return (
    <section className={css.wheelFact} id="wheel-timer" aria-labelledby="wheel-timer-title">
      {path === null ? (
        <>
          <h2 id="wheel-timer-title">One timer</h2>
          <p className="side-note">
            {detail.pending === 0 && detail.wakeUp === null
              ? 'Nothing to follow yet: no timer was asked for.'
              : 'Pick a token to see its way from insert to expiry.'}
          </p>
        </>
      ) : (
        <Path key={path.id} path={path} detail={detail} now={now} scale={scale} />
      )}
      {path !== null && path.end === null && onCancel !== undefined && (
        <button type="button" className={`btn outlined ${css.cancelTimer}`} onClick={() => onCancel(path.id)}>
          Cancel {path.label}: one unlink
        </button>
      )}
    </section>
  );
}

function Path({ path, detail, now, scale }: StaircaseProps & { path: TimerPath }) {
  const identity = useIdentity(path.token?.number ?? 0);
  const placings = wholePath(detail, path);
  // The world runs a timer at its own instant within the tick; a raw wheel when its last bucket opens.
  const planned = scale === SECONDS ? path.due : runsAt(detail, path);
  const end = path.end?.at ?? planned;
  const born = placings[0]?.at ?? 0;
  const picture = stairsOf(placings, path, end, now);
  const early = path.due - end;
  const state =
    path.end === null
      ? `due at ${written(path.due, scale)}`
      : path.end.how === 'ran'
        ? `ran at ${written(end, scale)}`
        : `cancelled at ${written(end, scale)}`;
  return (
    <>
      <h2 id="wheel-timer-title" className="one-line">
        {path.label}{' '}
        <span className="dim">
          asked for at {written(born, scale)}, {state}
        </span>
      </h2>
      <svg
        className={css.stairs}
        viewBox={`0 0 ${STAIRS.width} ${STAIRS.height}`}
        role="img"
        aria-label={placings
          .map((p) => `at ${written(p.at, scale)} in ${bucketName(p.level, p.bucket)}`)
          .join(', ')}
        {...identity}
      >
        <path className={css.stairsBase} d={`M${STAIRS.left} ${STAIRS.base}H${picture.end.x}`} />
        {picture.stairs.map((stair, i) => (
          <Step key={stair.placing.at} stair={stair} before={picture.stairs[i - 1]} scale={scale} />
        ))}
        <g className={path.end === null ? css.stairsEnd : `${css.stairsEnd} ${css.done}`}>
          <path className={css.stairsDrop} d={`M${picture.end.x} ${picture.end.y + 5}V${STAIRS.base}`} />
          <circle cx={picture.end.x} cy={picture.end.y} r="4" />
          <text x={picture.end.x + 9} y={picture.end.y + 3.5}>
            {path.end?.how === 'cancelled' ? 'cancelled' : path.end === null ? 'runs' : 'ran'}
          </text>
          <text className="mono" x={picture.end.x} y={STAIRS.base + 13} textAnchor="middle">
            {bare(end, scale)}
          </text>
        </g>
        {picture.now !== null && (
          <g className={css.stairsNow}>
            <path d={`M${picture.now.x} ${picture.now.y}V${STAIRS.base}`} />
            <circle cx={picture.now.x} cy={picture.now.y} r="3" />
          </g>
        )}
      </svg>
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

function Step({ stair, before, scale }: { stair: Stair; before: Stair | undefined; scale: Scale }) {
  const { placing, x0, x1, xNow, y } = stair;
  const name = bucketName(placing.level, placing.bucket);
  return (
    <g>
      <path className={`${css.stair} ${css.done}`} d={`M${x0} ${y}H${xNow}`} />
      {xNow < x1 && <path className={`${css.stair} ${css.toCome}`} d={`M${xNow} ${y}H${x1}`} />}
      {before === undefined ? (
        <circle className={css.stairStart} cx={x0} cy={y} r="4" />
      ) : (
        <>
          <path className={css.stairFall} d={`M${x0} ${before.y + 1}V${y - 5}`} />
          <path className={css.stairHead} d={`M${x0 - 3.5} ${y - 7}h7l-3.5 6z`} />
        </>
      )}
      <text className={`${css.stairName} mono`} x={before === undefined ? x0 : x0 + 7} y={y - 8}>
        {x1 - x0 > 34 || before === undefined ? name : ''}
      </text>
      <path className={css.stairsDrop} d={`M${x0} ${y + 5}V${STAIRS.base}`} />
      {(before === undefined || x0 - before.x0 > 44) && x1 - x0 > 16 && (
        <text
          className="mono"
          x={x0}
          y={STAIRS.base + 13}
          textAnchor={before === undefined ? 'start' : 'middle'}
          dx={before === undefined ? -4 : 0}
        >
          {bare(placing.at, scale)}
        </text>
      )}
    </g>
  );
}

interface WhereProps {
  path: TimerPath;
  placings: ReturnType<typeof wholePath>;
  end: number;
  now: Micros;
  scale: Scale;
}

const STEPS = 200;

/** "Where will this timer be at t?": a slider over its life. */
function Where({ path, placings, end, now, scale }: WhereProps) {
  const born = placings[0]?.at ?? 0;
  const [share, setShare] = useState<number | null>(null);
  const span = Math.max(scale.micros, end - born);
  const raw = share === null ? Math.min(now, end) : born + (span * 1.04 * share) / STEPS;
  const at = Math.round(raw / scale.micros) * scale.micros;
  const where = placingAt(placings, end, at);
  const cancelled = path.end?.how === 'cancelled';
  return (
    <div className={css.where}>
      <label htmlFor="where-slider">Where is it at</label>
      <input
        id="where-slider"
        type="range"
        min={0}
        max={STEPS}
        value={share ?? Math.min(STEPS, Math.max(0, Math.round(((at - born) / (span * 1.04)) * STEPS)))}
        aria-valuetext={written(at, scale)}
        onChange={(event) => setShare(Number(event.target.value))}
      />
      <p aria-live={share === null ? 'off' : 'polite'}>
        {whereSentence(where, at, { end, cancelled, now }, scale)}
      </p>
    </div>
  );
}

/** The staircase of one timer: down is nearer to its end, right is later; time left is drawn by its logarithm. */
const STAIRS = { width: 380, height: 106, left: 8, right: 48, base: 86, top: 22, room: 50 } as const;

interface Stair {
  placing: TimerPlacing;
  x0: number;
  x1: number;
  /** Up to here it has happened. */
  xNow: number;
  y: number;
}

interface Stairs {
  stairs: Stair[];
  end: { x: number; y: number };
  now: { x: number; y: number } | null;
  /** Place of an instant. */
  xOf: (at: Micros) => number;
}

/** Where the stairs are. `end` = when the timer runs, or ran, or was cancelled. */
function stairsOf(placings: readonly TimerPlacing[], path: TimerPath, end: Micros, now: Micros): Stairs {
  const born = placings[0]?.at ?? 0;
  const unit = Math.max(1, (end - born) / 2000);
  const most = Math.max(0.1, Math.log10((end - born) / unit + 1));
  const { width, left, right, top, room } = STAIRS;
  const xOf = (at: Micros): number =>
    left + (1 - Math.log10(Math.max(0, end - at) / unit + 1) / most) * (width - left - right);
  const highest = Math.max(0, ...placings.map(({ level }) => level));
  const yOf = (level: number): number => (highest === 0 ? 46 : top + (highest - level) * (room / highest));
  const reached = path.end === null ? now : path.end.at;
  const stairs = placings.map((placing, i): Stair => {
    const x0 = xOf(placing.at);
    const x1 = xOf(placings[i + 1]?.at ?? end);
    return { placing, x0, x1, xNow: Math.min(x1, Math.max(x0, xOf(reached))), y: yOf(placing.level) };
  });
  const last = stairs.at(-1);
  const current = stairs.findLast(({ placing }) => placing.at <= now) ?? last;
  return {
    stairs,
    end: { x: xOf(end), y: last?.y ?? top },
    now: path.end === null && current !== undefined && now < end ? { x: xOf(now), y: current.y } : null,
    xOf,
  };
}
