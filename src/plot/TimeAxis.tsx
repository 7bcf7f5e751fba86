import type { Micros } from '../protocol/units.ts';
import { PlaceAxis } from './Axis.tsx';
import type { Plot } from './Frame.tsx';
import { timeScale } from './scales.ts';
import { timeStep, timeTicks } from './ticks.ts';
import type { TimeWindow } from './time-window.ts';

/** Distance from the plot to the baseline of its labels, in units of 1/16 rem. */
const LABEL_DEPTH = 15;

interface TimeAxisProps {
  plot: Plot;
  window: TimeWindow;
  /** Writes the label of an instant: `durationLabel`, or a time of day. */
  label: (at: Micros, step: Micros) => string;
  /** Width that each label needs, in units of 1/16 rem. */
  room?: number;
  /** Minimum step between labels, in microseconds. */
  finest?: Micros;
  grid?: boolean;
}

/** Labels below a plot of a time window, as many as fit. */
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
