import type { PredictView, Tried } from '../../protocol/predict.ts';
import type { Seconds } from '../../protocol/units.ts';
import { duration } from './words.ts';
import './whatif.css';

const WIDTH = 220;
const HEIGHT = 120;
/** From 10 ms to an hour, on a logarithmic scale. */
const LEAST = 0.01;
const MOST = 3600;
const TICKS = [
  { at: 0.01, text: '10 ms' },
  { at: 1, text: '1 s' },
  { at: 60, text: '1 min' },
  { at: 3600, text: '1 h' },
];

function x(seconds: Seconds): number {
  const clamped = Math.min(MOST, Math.max(LEAST, seconds));
  return (WIDTH * Math.log(clamped / LEAST)) / Math.log(MOST / LEAST);
}

function y(place: number, points: number): number {
  return HEIGHT - (HEIGHT * place) / (points - 1);
}

function path(values: readonly number[]): string {
  return values
    .map((value, i) => `${i === 0 ? 'M' : 'L'}${x(value).toFixed(1)} ${y(i, values.length).toFixed(1)}`)
    .join('');
}

/** Small multiples: for each class, which share waited at most how long, today and with the change. */
export function Curves({ view, tried }: { view: PredictView; tried: Tried | null }) {
  return (
    <div className="whatif-curves">
      {view.names.map((name, i) => {
        const today = view.today.classes[i];
        const found = tried?.answer.classes[i];
        // What the log cannot tell is drawn as how far it may reach, without a line.
        const after = found === undefined || found.doubt !== null ? undefined : found;
        const between = found?.doubt?.between.b ?? null;
        if (today === undefined) return null;
        const reach = found ?? today;
        const said = `${name}: median ${duration(today.b.p50)} today${between === null ? '' : `, with the change ${duration(between[0])} to ${duration(between[1])}: the log cannot tell`}${after === undefined ? '' : `, ${duration(after.b.p50)} with the change, ${duration(after.interval.p50[0])} to ${duration(after.interval.p50[1])} over the runs`}`;
        return (
          <figure key={name}>
            <figcaption>
              <b>{name}</b> <span className="dim">{today.recipients} recipients</span>
            </figcaption>
            <svg viewBox={`-30 -6 ${WIDTH + 48} ${HEIGHT + 26}`} role="img" aria-label={said}>
              {[0, 50, 100].map((share) => (
                <g key={share}>
                  <line className="whatif-grid" x1={0} x2={WIDTH} y1={y(share, 101)} y2={y(share, 101)} />
                  <text x={-6} y={y(share, 101) + 3} textAnchor="end">
                    {share}
                  </text>
                </g>
              ))}
              {TICKS.map(({ at, text }) => (
                <g key={text}>
                  <line className="whatif-grid" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
                  <text x={x(at)} y={HEIGHT + 14} textAnchor="middle">
                    {text}
                  </text>
                </g>
              ))}
              <path
                className="whatif-reach"
                d={`${path(reach.low)}${reach.high
                  .map((value, place) => ({ value, place }))
                  .reverse()
                  .map(
                    ({ value, place }) => `L${x(value).toFixed(1)} ${y(place, reach.high.length).toFixed(1)}`,
                  )
                  .join('')}Z`}
              />
              <path className="whatif-today" d={path(today.curve)} />
              {after !== undefined && <path className="whatif-after" d={path(after.curve)} />}
            </svg>
            <p className="whatif-said" aria-hidden="true">
              median {duration(today.b.p50)}
              {after !== undefined && (
                <>
                  {' '}
                  → <b>{duration(after.b.p50)}</b>
                </>
              )}
              {between !== null && ` → ${duration(between[0])} to ${duration(between[1])}`}
            </p>
          </figure>
        );
      })}
    </div>
  );
}
