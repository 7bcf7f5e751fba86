import type { Micros } from '../protocol/units.ts';
import { PlaceAxis } from './Axis.tsx';
import type { Plot } from './Frame.tsx';
import { timeScale } from './scales.ts';
import { timeStep, timeTicks } from './ticks.ts';
import type { TimeWindow } from './time-window.ts';

/** From the plot to the base line of its labels. */
const LABEL_DEPTH = 15;

interface TimeAxisProps {
  plot: Plot;
  window: TimeWindow;
  /** Words of an instant: `durationLabel`, or a time of day. */
  label: (at: Micros, step: Micros) => string;
  /** Width that a label needs, in pixels. */
  room?: number;
  /** The shortest step: a second where labels have no fractions. */
  finest?: Micros;
  /** Draws a line over the plot at each instant. */
  grid?: boolean;
}

/** Instants below a plot that shows a window of time, as many as have room. */
export function TimeAxis({ plot, window, label, room = 80, finest = 1, grid = false }: TimeAxisProps) {
  const most = Math.max(2, Math.floor(plot.width / room));
  const x = timeScale(plot, window);
  const { step, at } = timeTicks(window, most, Math.max(finest, timeStep(window.to - window.from, most)));
  return (
    <PlaceAxis
      ticks={at.map((instant) => ({ x: x(instant), text: label(instant, step) }))}
      left={0}
      right={plot.frame.width}
      y={plot.bottom + LABEL_DEPTH}
      {...(grid && { grid: plot })}
    />
  );
}
