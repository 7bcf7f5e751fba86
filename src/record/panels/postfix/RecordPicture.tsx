import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { ValueAxis } from '../../../plot/Axis.tsx';
import { Crosshair } from '../../../plot/Crosshair.tsx';
import { Frame, type Plot } from '../../../plot/Frame.tsx';
import { levelsOf, stepArea, stepLine } from '../../../plot/paths.ts';
import { timeScale, valueScale } from '../../../plot/scales.ts';
import { TimeAxis } from '../../../plot/TimeAxis.tsx';
import { CLICK_PX } from '../../../plot/useZoomPointers.ts';
import { formatWhole } from '../../../explain/figures.ts';
import { MICROS_PER_SECOND, type EpochMicros, type Seconds } from '../../../protocol/units.ts';
import { formatLasting, formatTimeOfDay } from '../../explain/record-format.ts';
import type { MarkedMessage, Overview } from '../../protocol/record-questions.ts';
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
  /** Lane names are above the lanes instead of beside them. */
  narrow: boolean;
  zone: string;
  brush: Brush | null;
  /** Name of the selected lane; '' = none. */
  lane: string;
  /** Messages found by a search, marked in the picture. */
  marks: readonly MarkedMessage[];
  onBrush: (brush: Brush | null) => void;
  onLane: (lane: string) => void;
}

/** Heights in units of the drawing: of the head above each part, then of the parts. */
const HEAD = 30;
const ARRIVALS = 56;
const HEAT = 232;
const QUEUE = 48;
/** Margin below the last part, in units. */
const BOTTOM = 24;

const HEADS: readonly [part: 'arrivals' | 'heat' | 'lanes' | 'queue', title: string, words: string][] = [
  ['arrivals', 'Arrivals and attempts', 'area: messages; line: recipients attempted'],
  [
    'heat',
    'Time in the queue manager',
    'b of first attempts by arrival; darker: more recipients; line: median; dashed: 90 %',
  ],
  [
    'lanes',
    'Lanes',
    'concurrent deliveries; right: total b, and peak as a share of the limit; dotted: limit; red: deferred; pale red: dead',
  ],
  ['queue', 'Queue sizes', 'area: messages in the queue; line: deliveries waiting for their turn'],
];

/** Draws arrivals, waiting, lanes and queue sizes over one axis of time. A table below the picture has the same figures. */
export function RecordPicture(props: RecordPictureProps) {
  const { overview, narrow, zone, marks } = props;
  const [at, setAt] = useState<number | null>(null);
  const lanesHeight = overview.lanes.length * laneStep(narrow);
  const height = 4 * HEAD + ARRIVALS + HEAT + lanesHeight + QUEUE + BOTTOM;
  const names = nameRoom(
    overview.lanes.map(({ label }) => label),
    18,
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
    left: narrow ? 56 : names.left,
    right: narrow ? 8 : 58,
    top: HEAD,
    bottom: BOTTOM,
  };
  return (
    <Frame
      className={css.postfixPicture ?? ''}
      role="group"
      label={`Arrivals, waiting, lanes and queue sizes from ${formatTimeOfDay(overview.from, zone)} to ${formatTimeOfDay(overview.to, zone)}`}
      height={height}
      margins={margins}
    >
      {(plot) => {
        const heatTop = plot.top + ARRIVALS + HEAD;
        const lanesTop = heatTop + HEAT + HEAD;
        const time = timeScale(plot, clockWindow(overview));
        const picture: Picture = {
          overview,
          narrow,
          steps,
          letters: narrow ? 44 : names.letters,
          arrivals: partOf(plot, plot.top, ARRIVALS),
          heat: partOf(plot, heatTop, HEAT),
          lanes: partOf(plot, lanesTop, lanesHeight),
          queue: partOf(plot, lanesTop + lanesHeight + HEAD, QUEUE),
          x: (bin) => plot.left + (bin / overview.bins) * plot.width,
          time: (instant) => time(Number(instant)),
        };
        return <Parts {...props} plot={plot} picture={picture} at={at} onAt={setAt} />;
      }}
    </Frame>
  );
}

interface PartsProps extends RecordPictureProps {
  plot: Plot;
  picture: Picture;
  /** Index of the bin under the reading line. */
  at: number | null;
  onAt: (at: number | null) => void;
}

function Parts({ plot, picture, overview, narrow, zone, brush, lane, marks, onLane, ...rest }: PartsProps) {
  const tried = overview.sent.map(
    (sent, bin) => sent + (overview.deferred[bin] ?? 0) + (overview.bounced[bin] ?? 0),
  );
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
        places={Array.from({ length: overview.bins }, (_, bin) => picture.x(bin + 0.5))}
        at={rest.at}
        onAt={rest.onAt}
        text={(bin) => readingOf(overview, bin, zone)}
      >
        <AreaAndLine plot={picture.arrivals} x={picture.x} area={overview.arrivals} line={tried} />
        <Heat picture={picture} />
        <Lanes picture={picture} selected={lane} onSelect={onLane} />
        <AreaAndLine
          plot={picture.queue}
          x={picture.x}
          area={overview.inQueue.most}
          line={overview.waiting.most}
        />
        {brush !== null && <BrushMarks picture={picture} plot={plot} brush={brush} />}
        <FoundMarks picture={picture} marks={marks} />
      </Crosshair>
      {HEADS.map(([part, title, words]) => (
        <text key={part} className={css.head} x={4} y={picture[part].top - 10}>
          {title} {!narrow && <tspan>{words}</tspan>}
        </text>
      ))}
    </g>
  );
}

/** Selects a time by dragging, and in the heat map a range of waiting too. A double click selects everything again. */
function useBrush(plot: Plot, { overview, heat, steps }: Picture, onBrush: (brush: Brush | null) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const timeOf = (x: number): EpochMicros =>
    overview.from + Math.min(1, Math.max(0, (x - plot.left) / plot.width)) * (overview.to - overview.from);
  const waitOf = (y: number): Seconds => waitAt(1 - (y - heat.top) / heat.height, steps);
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
      const band = from.y >= heat.top && from.y <= heat.bottom && Math.abs(to.y - from.y) > 12;
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
  ];
}
