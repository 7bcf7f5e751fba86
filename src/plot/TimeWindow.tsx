import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Micros } from '../protocol/units.ts';
import type { Plot } from './Frame.tsx';
import { moveWindow, type TimeWindow, windowInside, zoomWindow } from './time-window.ts';
import { useZoomPointers } from './useZoomPointers.ts';
import { useZoomWheel, type ZoomMoves } from './useZoomWheel.ts';
import './plot.css';
import { Button } from '../ui/Button.tsx';

/** The visible part of a time axis, and the functions that move it. */
interface TimeZoom {
  shown: TimeWindow;
  whole: TimeWindow;
  /** True if less than the whole range is visible. */
  zoomed: boolean;
  /** Multiplies the visible time by `factor` around an instant (default: the middle). A factor below 1 zooms in. */
  zoom: (factor: number, at?: Micros) => void;
  /** Moves the window by a time, within the whole range. */
  move: (by: Micros) => void;
  showAll: () => void;
}

/** Keeps the visible window of a time axis. It starts as the whole range. `shortest` = minimum length of the window. */
export function useTimeWindow(whole: TimeWindow, shortest: Micros): TimeZoom {
  const [chosen, setChosen] = useState<TimeWindow | null>(null);
  const inRange = (window: TimeWindow | null): TimeWindow => windowInside(window ?? whole, whole);
  return {
    shown: inRange(chosen),
    whole,
    zoomed: chosen !== null,
    zoom(factor, at) {
      // Uses the newest state, because several wheel events can arrive within one frame.
      setChosen((old) => {
        const window = inRange(old);
        return zoomWindow(window, at ?? (window.from + window.to) / 2, factor, { whole, shortest });
      });
    },
    move: (by) => setChosen((old) => (old === null ? null : moveWindow(inRange(old), by, whole))),
    showAll: () => setChosen(null),
  };
}

const CLOSER = 0.5;
const FARTHER = 2;
/** Share of the window by which one press of an arrow key moves it. */
const STEP = 0.25;

/** Handles keys: arrows move the window, Home and End go to the ends, + and − zoom, Z shows everything. */
function timeKeys({ shown, whole, zoomed, zoom, move, showAll }: TimeZoom) {
  const actions: Record<string, () => void> = {
    '+': () => zoom(CLOSER),
    '=': () => zoom(CLOSER),
    ...(zoomed && {
      '-': () => zoom(FARTHER),
      z: showAll,
      ArrowLeft: () => move((shown.from - shown.to) * STEP),
      ArrowRight: () => move((shown.to - shown.from) * STEP),
      Home: () => move(whole.from - whole.to),
      End: () => move(whole.to - whole.from),
    }),
  };
  return (event: KeyboardEvent): void => {
    const act = actions[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  };
}

interface TimeAreaProps {
  time: TimeZoom;
  plot: Plot;
  children: ReactNode;
}

/** Zooms and pans by wheel, drag, pinch and keys. Clips its children to the plot. */
export function TimeArea({ time, plot, children }: TimeAreaProps) {
  const area = useRef<SVGGElement>(null);
  const ground = useRef<SVGRectElement>(null);
  const clip = useId();
  const { shown, zoomed } = time;
  const span = shown.to - shown.from;
  const timeOf = (pixels: number): Micros =>
    (pixels / Math.max(1, ground.current?.getBoundingClientRect().width ?? 1)) * span;
  /** Pixels from the left edge of the area to the plot. The two differ when marks extend past the plot on the left. */
  const margin = (): number =>
    (ground.current?.getBoundingClientRect().left ?? 0) - (area.current?.getBoundingClientRect().left ?? 0);
  const moves: ZoomMoves = {
    zoom: (factor, x) => time.zoom(factor, shown.from + timeOf(x - margin())),
    slide: zoomed ? (pixels) => time.move(timeOf(pixels)) : null,
  };
  useZoomWheel(area, moves);
  const { left, top, width, height } = plot;
  return (
    <g
      ref={area}
      className="plot-time"
      data-zoomed={zoomed || undefined}
      onKeyDown={timeKeys(time)}
      onDoubleClick={time.showAll}
      {...useZoomPointers(moves)}
    >
      <clipPath id={clip}>
        <rect x={left} y={top - 4} width={width} height={height + 8} />
      </clipPath>
      <rect ref={ground} className="plot-ground" x={left} y={top} width={width} height={height} />
      <g clipPath={`url(#${clip})`}>{children}</g>
    </g>
  );
}

/** Buttons that zoom and pan like `TimeArea`. `label` is their accessible name. */
export function TimeButtons({ time, label }: { time: TimeZoom; label: string }) {
  const { zoom, zoomed, showAll } = time;
  return (
    <div className="plot-buttons" role="group" aria-label={label} onKeyDown={timeKeys(time)}>
      <Button look="outlined" onClick={() => zoom(CLOSER)}>
        Closer
      </Button>
      <Button look="outlined" aria-disabled={!zoomed} onClick={() => zoomed && zoom(FARTHER)}>
        Farther
      </Button>
      <Button look="outlined" aria-disabled={!zoomed} onClick={showAll}>
        All
      </Button>
    </div>
  );
}
