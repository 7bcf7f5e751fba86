import { formatLasting, formatTimeOfDay } from '../../explain/record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import type { EpochMicros } from '../../../protocol/units.ts';
import type { MarkedMessage, Overview } from '../../protocol/record-questions.ts';
import { PlaceAxis } from '../../../plot/Axis.tsx';
import { boxesPath, strokesPath } from '../../../plot/paths.ts';
import { besideLanes, binArea, lettersIn, stepsDrawn, clockTicks } from './axis.ts';
import { CLICK_PX } from '../../../plot/useZoomPointers.ts';
import { FoundMarks } from './FoundMarks.tsx';
import { type Brush, BrushMarks, GAP, Heat, HEAT, type Part } from './Heat.tsx';
import css from './postfix.module.css';

const ARRIVALS = 56;
const LANE = 28;
const QUEUE = 48;

interface RecordPictureProps {
  overview: Overview;
  width: number;
  zone: string;
  brush: Brush | null;
  lane: string;
  /** Messages of a search, marked. */
  marks: readonly MarkedMessage[];
  onBrush: (brush: Brush | null) => void;
  onLane: (lane: string) => void;
}

const HEADS: readonly [title: string, words: string][] = [
  ['Arrivals and tries', 'messages (area), recipients tried (line)'],
  [
    'Time in the queue manager',
    'b of first tries, by arrival; darker: more recipients; line 50 %, dashed 90 %',
  ],
  [
    'Lanes',
    'deliveries at once; right: b of all recipients, the most at once of the limit; dotted: limit; red: put off; pale red: dead',
  ],
  ['Queue sizes', 'messages in the queue (area), deliveries that wait for their turn (line)'],
];

/** One axis of time for arrivals, waiting, lanes and queue sizes. Its figures are in the table beside it for those who hear it. */
export function RecordPicture(props: RecordPictureProps) {
  const { overview, width, zone, brush, lane, onLane } = props;
  const narrow = width < 640;
  const left = narrow ? 56 : besideLanes(overview, width);
  const right = narrow ? 8 : 58;
  const inner = Math.max(60, width - left - right);
  const lanesTop = GAP + ARRIVALS + GAP + HEAT + GAP;
  const queueTop = lanesTop + overview.lanes.length * (narrow ? LANE + 13 : LANE) + GAP;
  const height = queueTop + QUEUE + 24;
  const x = (bin: number): number => left + (bin / overview.bins) * inner;
  const timeX = (time: EpochMicros): number =>
    left + ((time - overview.from) / (overview.to - overview.from)) * inner;
  const heatTop = GAP + ARRIVALS + GAP;
  const { marks: found } = props;
  const steps = useMemo(
    () =>
      stepsDrawn(
        overview,
        found.map(({ b }) => b),
      ),
    [overview, found],
  );
  const drag = useDrag(props, { left, inner, heatTop, width, steps });
  const marks = useMemo(
    () => clockTicks(overview.from, overview.to, zone, inner),
    [overview.from, overview.to, zone, inner],
  );
  return (
    <svg
      className={css.postfixPicture}
      width={width}
      height={height}
      role="group"
      aria-label={`Arrivals, waiting, lanes and queue sizes from ${formatTimeOfDay(overview.from, zone)} to ${formatTimeOfDay(overview.to, zone)}`}
      {...drag.handlers}
    >
      <PlaceAxis
        ticks={marks.map(({ at, text }) => ({ x: timeX(at), text }))}
        left={0}
        right={width - 8}
        y={height - 5}
        grid={{ top: GAP, bottom: height - 20 }}
      />
      <Arrivals {...{ overview, left, x }} />
      <Heat {...{ overview, steps, left, inner, top: heatTop, x }} />
      <Lanes
        {...{ overview, left, inner, top: lanesTop, x, lane, onLane, narrow, right: left + inner + 6 }}
      />
      <QueueSizes {...{ overview, left, top: queueTop, x }} />
      {brush !== null && (
        <BrushMarks {...{ steps, brush, timeX, left, inner, heatTop, bottom: height - 20 }} />
      )}
      <FoundMarks
        {...{ overview, steps, timeX, marks: found, top: heatTop, height: HEAT }}
        lanes={overview.lanes.map(({ name }, i) => ({ name, ...placeOfLane(lanesTop, i, narrow) }))}
      />
      {HEADS.map(([title, words], i) => (
        <text key={title} className={css.head} x={4} y={([GAP, heatTop, lanesTop, queueTop][i] ?? 0) - 10}>
          {title} {!narrow && <tspan className="dim">{words}</tspan>}
        </text>
      ))}
      {drag.at !== null && (
        <Reading {...{ overview, bin: drag.at, x: x(drag.at + 0.5), zone, width, bottom: height - 20 }} />
      )}
    </svg>
  );
}

function useDrag(
  { overview, onBrush }: RecordPictureProps,
  {
    left,
    inner,
    heatTop,
    steps,
  }: { left: number; inner: number; heatTop: number; width: number; steps: number },
) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const timeOf = (x: number): number =>
    overview.from + Math.min(1, Math.max(0, (x - left) / inner)) * (overview.to - overview.from);
  const waitOf = (y: number): number => {
    const share = 1 - (y - heatTop) / HEAT;
    if (share <= 1 / steps) return 0;
    return share >= 1 ? Infinity : 0.01 * 10 ** ((share * steps - 1) / 10);
  };
  const place = (event: PointerEvent<SVGSVGElement>): { x: number; y: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const inHeat = (y: number): boolean => y >= heatTop && y <= heatTop + HEAT;
  return {
    at,
    handlers: {
      onPointerDown(event: PointerEvent<SVGSVGElement>) {
        const from = place(event);
        if (from.x < left) return;
        start.current = from;
      },
      onPointerMove(event: PointerEvent<SVGSVGElement>) {
        const to = place(event);
        const bin = Math.floor(((to.x - left) / inner) * overview.bins);
        setAt(bin >= 0 && bin < overview.bins ? bin : null);
        const from = start.current;
        if (event.buttons === 0) start.current = null;
        if (from === null || event.buttons === 0 || Math.abs(to.x - from.x) <= CLICK_PX) return;
        // Not before: what a captured pointer clicks is the picture, and no lane of it.
        event.currentTarget.setPointerCapture(event.pointerId);
        const band = inHeat(from.y) && Math.abs(to.y - from.y) > 12;
        onBrush({
          from: timeOf(Math.min(from.x, to.x)),
          to: timeOf(Math.max(from.x, to.x)),
          over: band ? waitOf(Math.max(from.y, to.y)) : 0,
          under: band ? waitOf(Math.min(from.y, to.y)) : Infinity,
        });
      },
      onPointerUp() {
        start.current = null;
      },
      onPointerLeave() {
        setAt(null);
      },
      onDoubleClick() {
        onBrush(null);
      },
    },
  };
}

const most = (list: ArrayLike<number>): number =>
  Array.from(list).reduce((high, one) => Math.max(high, one), 0);

function Arrivals({ overview, left, x }: Part) {
  const done = overview.sent.map(
    (sent, bin) => sent + (overview.deferred[bin] ?? 0) + (overview.bounced[bin] ?? 0),
  );
  const high = Math.max(most(overview.arrivals), most(done), 1);
  const place = { x, y: GAP, height: ARRIVALS, most: high };
  return (
    <g>
      <text className="plot-label" x={left - 6} y={GAP + 9} textAnchor="end">
        {formatWhole(high)}
      </text>
      <path className={css.area} d={binArea(overview.arrivals, place)} />
      <path className={css.rim} d={binArea(done, place)} />
    </g>
  );
}

interface LanesProps extends Part {
  inner: number;
  top: number;
  right: number;
  lane: string;
  narrow: boolean;
  onLane: (lane: string) => void;
}

/** Where a lane is drawn: on narrow pictures its name stands above it. */
function placeOfLane(top: number, i: number, narrow: boolean): { top: number; height: number } {
  return { top: top + i * (narrow ? LANE + 13 : LANE) + (narrow ? 13 : 0) + 1, height: LANE - 7 };
}

function Lanes({ overview, left, inner, top, x, right, lane, narrow, onLane }: LanesProps) {
  const step = narrow ? LANE + 13 : LANE;
  return (
    <g>
      {overview.lanes.map((one, i) => {
        const y = top + i * step + (narrow ? 13 : 0);
        const peak = most(one.inFlight.most);
        const high = one.limit > 0 && one.limit <= peak * 4 ? Math.max(one.limit, peak) : Math.max(peak, 1);
        const place = { x, y: y + 1, height: LANE - 7, most: high };
        const red = Array.from(one.refused).flatMap((count, bin) =>
          count > 0
            ? [{ x: x(bin + 0.5), y: y + LANE - 6, length: Math.min(4.5, 1 + Math.log2(1 + count)) }]
            : [],
        );
        const grey = Array.from(one.dead).flatMap((count, bin) =>
          count > 0 ? [{ x: x(bin), y: y + 1, width: inner / overview.bins, height: LANE - 7 }] : [],
        );
        const limit = y + 1 + (LANE - 7) * (1 - one.limit / high);
        return (
          <g
            key={one.name}
            className={css.laneRow}
            role="button"
            tabIndex={0}
            aria-pressed={lane === one.name}
            aria-label={`${one.label}: ${formatWhole(one.tries)} tries, at most ${peak} at once, ${formatLasting(one.cost)} of waiting`}
            data-on={lane === one.name}
            onClick={() => onLane(lane === one.name ? '' : one.name)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                onLane(lane === one.name ? '' : one.name);
              }
            }}
          >
            <rect className={css.hit} x={0} y={narrow ? y - 13 : y} width={right + 52} height={step} />
            <text
              className="mono"
              x={narrow ? 4 : left - 8}
              y={narrow ? y - 3 : y + 15}
              textAnchor={narrow ? 'start' : 'end'}
            >
              {shorter(one.label, narrow ? 44 : lettersIn(left))}
            </text>
            <path className={css.dead} d={boxesPath(grey)} />
            <path className={css.area} d={binArea(one.inFlight.most, place)} />
            {one.limit > 0 && one.limit <= high && (
              <line className={css.limit} x1={left} x2={left + inner} y1={limit} y2={limit} />
            )}
            <path className={css.refused} d={strokesPath(red)} />
            {!narrow && (
              <>
                <text x={right} y={y + 10}>
                  {formatLasting(one.cost)}
                </text>
                {peak > 0 && (
                  <text className="dim" x={right} y={y + 22}>
                    {one.limit > 0 ? `${peak} of ${one.limit}` : peak}
                  </text>
                )}
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}

const shorter = (name: string, length: number): string =>
  name.length <= length ? name : `…${name.slice(name.length - length + 1)}`;

function QueueSizes({ overview, left, top, x }: Part & { top: number }) {
  const high = Math.max(1, most(overview.inQueue.most));
  const place = { x, y: top, height: QUEUE, most: high };
  return (
    <g>
      <text className="plot-label" x={left - 6} y={top + 9} textAnchor="end">
        {formatWhole(high)}
      </text>
      <path className={css.area} d={binArea(overview.inQueue.most, place)} />
      <path
        className={css.rim}
        d={binArea(overview.waiting.most, { ...place, most: Math.max(high, most(overview.waiting.most)) })}
      />
    </g>
  );
}

interface ReadingProps {
  overview: Overview;
  bin: number;
  x: number;
  zone: string;
  width: number;
  bottom: number;
}

/** What all parts say where the pointer is: a hairline, and one line of figures at the top. */
function Reading({ overview, bin, x, zone, width, bottom }: ReadingProps) {
  const time = overview.from + ((bin + 0.5) / overview.bins) * (overview.to - overview.from);
  const median = overview.median[bin] ?? Number.NaN;
  const words = [
    formatTimeOfDay(time, zone),
    `${formatWhole(overview.arrivals[bin] ?? 0)} in`,
    `${formatWhole((overview.sent[bin] ?? 0) + (overview.deferred[bin] ?? 0))} tried`,
    ...(Number.isNaN(median)
      ? []
      : [`b ${formatLasting(median)}, 90 % ${formatLasting(overview.ninety[bin] ?? 0)}`]),
    `${formatWhole(overview.inQueue.most[bin] ?? 0)} in queue`,
  ];
  return (
    <g className={css.reading} aria-hidden="true">
      <line x1={x} x2={x} y1={GAP} y2={bottom} />
      <text x={width - 4} y={10} textAnchor="end">
        {words.join('  ·  ')}
      </text>
    </g>
  );
}
