import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { ValueAxis } from '../../../plot/Axis.tsx';
import { Crosshair } from '../../../plot/Crosshair.tsx';
import { EmptyPlot, Frame, type Plot } from '../../../plot/Frame.tsx';
import { boxesPath, levelsOf, stepArea, stepLine } from '../../../plot/paths.ts';
import { timeScale, valueScale } from '../../../plot/scales.ts';
import { TimeAxis } from '../../../plot/TimeAxis.tsx';
import { CLICK_PX } from '../../../plot/useZoomPointers.ts';
import { formatWhole } from '../../../explain/figures.ts';
import { MICROS_PER_SECOND, type EpochMicros, type Seconds } from '../../../protocol/units.ts';
import { formatLasting, formatTimeOfDay } from '../../explain/record-format.ts';
import type { LaneKind, MarkedMessage, Overview } from '../../protocol/record-questions.ts';
import {
  type Brush,
  clockLabel,
  clockWindow,
  nameRoom,
  partOf,
  type Picture,
  stepsDrawn,
  waitAt,
} from './axis.ts';
import { BrushMarks, FoundMarks, Heat } from './Heat.tsx';
import { Lanes, laneStep } from './Lanes.tsx';
import css from './postfix.module.css';

interface RecordPictureProps {
  overview: Overview;
  /** What the lanes stand for. */
  kind: LaneKind;
  /** Draws the heat map of waiting. */
  heat: boolean;
  /** Lane names are above the lanes instead of beside them. */
  narrow: boolean;
  zone: string;
  brush: Brush | null;
  /** Name of the selected lane; '' = none. */
  lane: string;
  /** Name of the lane with a frame: that of the open card; '' = none. */
  framed: string;
  /** Messages found by a search, marked in the picture. */
  marks: readonly MarkedMessage[];
  onBrush: (brush: Brush | null) => void;
  onLane: (lane: string) => void;
}

/** Heights in units of the drawing: of the head above each part, then of the parts. */
const HEAD = 28;
const ARRIVALS = 64;
const HEAT = 210;
const WARNINGS = 14;
const QUEUE = 74;
/** Shortest time that is drawn, in microseconds. */
const SHORTEST = 2 * MICROS_PER_SECOND;
/** Margin below the last part, in units. */
const BOTTOM = 24;
/** Room for the number of a finding, and for the words right of a lane. */
const NUMBERS = 24;
const LANE_WORDS = 150;

const LANE_TITLES: Readonly<Record<LaneKind, string>> = {
  destination: 'Destinations',
  transport: 'Transports',
  relay: 'Relay hosts',
  class: 'Classes',
};

/** Draws waiting, arrivals, lanes and the queue over one axis of time. */
export function RecordPicture(props: RecordPictureProps) {
  const { overview, narrow, zone, marks } = props;
  const [at, setAt] = useState<number | null>(null);
  const heights = heightsOf(props);
  const { lanes: lanesHeight } = heights;
  const height = Object.values(heights).reduce((sum, one) => sum + one, BOTTOM);
  const names = nameRoom(
    lanesHeight > 0 ? overview.lanes.map(({ label }) => label) : [],
    narrow ? 4 : 12,
    27,
  );
  const steps = useMemo(
    () =>
      stepsDrawn(
        overview,
        marks.map(({ b }) => b),
      ),
    [overview, marks],
  );
  const margins = {
    left: narrow ? 44 : names.left + NUMBERS,
    right: narrow ? 8 : LANE_WORDS,
    top: HEAD,
    bottom: BOTTOM,
  };
  if (overview.to - overview.from < SHORTEST)
    return (
      <EmptyPlot height={HEAT}>
        All lines have the same time, so there is nothing to draw over time. Give more of the log.
      </EmptyPlot>
    );
  return (
    <Frame
      className={css.postfixPicture ?? ''}
      role="group"
      label={`Arrivals, waiting, lanes and queue sizes from ${formatTimeOfDay(overview.from, zone)} to ${formatTimeOfDay(overview.to, zone)}`}
      height={height}
      margins={margins}
    >
      {(plot) => {
        const time = timeScale(plot, clockWindow(overview));
        const arrivalsTop = plot.top + heights.heat;
        const warningsTop = arrivalsTop + heights.arrivals;
        const lanesTop = warningsTop + heights.warnings;
        const picture: Picture = {
          overview,
          narrow,
          steps,
          letters: narrow ? 30 : names.letters,
          heat: heights.heat > 0 ? partOf(plot, plot.top, HEAT) : null,
          arrivals: partOf(plot, arrivalsTop, Math.max(0, heights.arrivals - HEAD)),
          warnings: heights.warnings > 0 ? partOf(plot, warningsTop, WARNINGS) : null,
          lanes: partOf(plot, lanesTop, Math.max(0, lanesHeight - HEAD)),
          queue: partOf(plot, lanesTop + heights.lanes, Math.max(0, heights.queue - HEAD)),
          x: (bin) => plot.left + (bin / overview.bins) * plot.width,
          time: (instant) => time(Number(instant)),
        };
        return <Parts {...props} plot={plot} picture={picture} at={at} onAt={setAt} />;
      }}
    </Frame>
  );
}

/** Heights of the parts with their heads. A part that has nothing to show has none. */
function heightsOf({ overview, kind, narrow, heat }: RecordPictureProps) {
  const { arrivals, waits, lanes, inQueue, waiting, warnings } = overview;
  const withArrivals = hasAny(arrivals);
  // A single destination shows nothing that the arrivals do not show.
  const withLanes = !withArrivals || lanes.length > 1 || kind !== 'destination' || lanes.some(hasTrouble);
  const drawn = (is: boolean, height: number): number => (is && height > 0 ? height + HEAD : 0);
  return {
    heat: drawn(heat && hasAny(waits), HEAT),
    arrivals: drawn(withArrivals, ARRIVALS),
    warnings: drawn(warnings.length > 0, WARNINGS),
    lanes: drawn(withLanes, lanes.length * laneStep(narrow, lanes.length)),
    queue: drawn(hasAny(inQueue.most) || hasAny(waiting.most), QUEUE),
  };
}

const hasAny = (counts: ArrayLike<number>): boolean => Array.from(counts).some((count) => count > 0);

const hasTrouble = ({ subject, refused, dead }: Overview['lanes'][number]): boolean =>
  subject > 0 || hasAny(refused) || hasAny(dead);

interface PartsProps extends RecordPictureProps {
  plot: Plot;
  picture: Picture;
  /** Index of the bin under the reading line. */
  at: number | null;
  onAt: (at: number | null) => void;
}

function Parts({ plot, picture, overview, zone, brush, lane, framed, marks, onLane, ...rest }: PartsProps) {
  const { heat, arrivals, lanes, queue, x } = picture;
  return (
    <g {...useBrush(plot, picture, rest.onBrush)}>
      <TimeAxis
        plot={plot}
        window={clockWindow(overview)}
        label={clockLabel(zone)}
        finest={MICROS_PER_SECOND}
        room={84}
        grid
      />
      <Crosshair
        plot={plot}
        label="Record at an instant"
        places={Array.from({ length: overview.bins }, (_, bin) => x(bin + 0.5))}
        at={rest.at}
        onAt={rest.onAt}
        text={(bin) => readingOf(overview, bin, zone)}
      >
        {heat !== null && <Heat picture={picture} plot={heat} />}
        {arrivals.height > 0 && <Bars plot={arrivals} x={x} counts={overview.arrivals} />}
        <Warnings picture={picture} />
        {lanes.height > 0 && <Lanes picture={picture} selected={lane} framed={framed} onSelect={onLane} />}
        {queue.height > 0 && (
          <AreaAndLine plot={queue} x={x} area={overview.inQueue.most} line={overview.waiting.most} />
        )}
        {brush !== null && <BrushMarks picture={picture} plot={plot} brush={brush} />}
        <FoundMarks picture={picture} marks={marks} />
      </Crosshair>
      <Heads picture={picture} kind={rest.kind} />
    </g>
  );
}

/** The part, or null where it has no height. */
const drawn = (plot: Plot): Plot | null => (plot.height > 0 ? plot : null);

/** Titles of the parts, with their units. */
function Heads({ picture, kind }: { picture: Picture; kind: LaneKind }) {
  const { overview, narrow, heat, arrivals, warnings, lanes, queue } = picture;
  const each = formatLasting((overview.to - overview.from) / overview.bins / MICROS_PER_SECOND);
  const most = Math.max(0, ...overview.inQueue.most);
  const heads: [plot: Plot | null, title: string, words: string][] = [
    [
      heat,
      'Time in the queue manager',
      'by arrival; darker: more recipients; line: median; dashed: 90th percentile',
    ],
    [drawn(arrivals), 'Arrivals', `messages, every ${each}`],
    [warnings, 'Postfix about itself', 'warnings and restarts'],
    [drawn(lanes), LANE_TITLES[kind], 'deliveries at the same time; red: deferred'],
    [
      queue,
      'In the queue',
      `messages, at most ${formatWhole(most)}; line: deliveries that wait for their turn`,
    ],
  ];
  return heads.map(([plot, title, words]) =>
    plot === null ? null : (
      <text key={title} className={css.head} x={2} y={plot.top - 10}>
        {title} {!narrow && <tspan dx={4}>{words}</tspan>}
      </text>
    ),
  );
}

/** What Postfix logged about itself, a triangle for each. The reading line shows the text. */
function Warnings({ picture: { overview, warnings, time } }: { picture: Picture }) {
  if (warnings === null) return null;
  const { top, bottom, left, right } = warnings;
  return (
    <g className={css.warnings}>
      <path className={css.laneBase} d={`M${left} ${bottom}H${right}`} />
      {overview.warnings.map(({ time: at, text }) => (
        <path key={`${at} ${text}`} d={`M${time(at)} ${top}l6 ${bottom - top}h-12z`}>
          <title>{text}</title>
        </path>
      ))}
    </g>
  );
}

/** Selects a time by dragging, and in the heat map a range of waiting too. A double click selects everything again. */
function useBrush(plot: Plot, { overview, heat, steps }: Picture, onBrush: (brush: Brush | null) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const timeOf = (x: number): EpochMicros =>
    overview.from + Math.min(1, Math.max(0, (x - plot.left) / plot.width)) * (overview.to - overview.from);
  const waitOf = (y: number): Seconds =>
    heat === null ? 0 : waitAt(1 - (y - heat.top) / heat.height, steps);
  /** Pointer position in units. */
  const place = ({ currentTarget, clientX, clientY }: PointerEvent<SVGGElement>) => {
    const { left = 0, top = 0, width = 1 } = currentTarget.ownerSVGElement?.getBoundingClientRect() ?? {};
    const scale = plot.frame.width / Math.max(1, width);
    return { x: (clientX - left) * scale, y: (clientY - top) * scale };
  };
  return {
    onPointerDown(event: PointerEvent<SVGGElement>) {
      const from = place(event);
      if (from.x >= plot.left) start.current = from;
    },
    onPointerMove(event: PointerEvent<SVGGElement>) {
      const to = place(event);
      const from = start.current;
      if (event.buttons === 0) start.current = null;
      if (from === null || event.buttons === 0 || Math.abs(to.x - from.x) <= CLICK_PX) return;
      // The pointer is captured only once it is dragged: a click of a captured pointer would not reach the lane.
      event.currentTarget.setPointerCapture(event.pointerId);
      const band =
        heat !== null && from.y >= heat.top && from.y <= heat.bottom && Math.abs(to.y - from.y) > 12;
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
    onDoubleClick() {
      onBrush(null);
    },
  };
}

interface BarsProps {
  plot: Plot;
  x: (bin: number) => number;
  counts: ArrayLike<number>;
}

function Bars({ plot, x, counts }: BarsProps) {
  const { y, ticks } = valueScale(plot, Math.max(1, ...Array.from(counts)), {
    most: 2,
    whole: true,
    text: formatWhole,
  });
  const width = Math.max(1, x(1) - x(0) - 1);
  return (
    <>
      <ValueAxis ticks={ticks} left={plot.left} right={plot.right} />
      <path
        className={css.flight}
        d={boxesPath(
          Array.from(counts).flatMap((count, bin) =>
            count === 0 ? [] : [{ x: x(bin) + 0.5, y: y(count), width, height: plot.bottom - y(count) }],
          ),
        )}
      />
    </>
  );
}

interface AreaAndLineProps {
  plot: Plot;
  x: (bin: number) => number;
  area: ArrayLike<number>;
  line: ArrayLike<number>;
}

function AreaAndLine({ plot, x, area, line }: AreaAndLineProps) {
  const { y, ticks } = valueScale(plot, Math.max(1, ...Array.from(area), ...Array.from(line)), {
    most: 2,
    whole: true,
    text: formatWhole,
  });
  return (
    <>
      <ValueAxis ticks={ticks} left={plot.left} right={plot.right} />
      <path className="plot-area" d={stepArea(levelsOf(area, x, y), plot.bottom)} />
      <path className="plot-line" d={stepLine(levelsOf(line, x, y))} />
    </>
  );
}

/** Returns the figures of all parts of the picture at one bin, as texts. */
function readingOf(overview: Overview, bin: number, zone: string): string[] {
  const time = overview.from + ((bin + 0.5) / overview.bins) * (overview.to - overview.from);
  const median = overview.median[bin] ?? Number.NaN;
  return [
    formatTimeOfDay(time, zone),
    `${formatWhole(overview.arrivals[bin] ?? 0)} arrived`,
    `${formatWhole((overview.sent[bin] ?? 0) + (overview.deferred[bin] ?? 0))} attempted`,
    ...(Number.isNaN(median)
      ? []
      : [`b ${formatLasting(median)}, 90 % ${formatLasting(overview.ninety[bin] ?? 0)}`]),
    `${formatWhole(overview.inQueue.most[bin] ?? 0)} in the queue`,
    ...warningsIn(overview, bin),
  ];
}

/** Longest text of a warning beside the reading line. */
const WARNING_LETTERS = 70;

function warningsIn({ warnings, from, to, bins }: Overview, at: number): string[] {
  return warnings
    .filter(({ time }) => Math.floor(((time - from) / (to - from)) * bins) === at)
    .slice(0, 3)
    .map(({ text, count }) => `${count > 1 ? `${count} × ` : ''}${text.slice(0, WARNING_LETTERS)}`);
}
