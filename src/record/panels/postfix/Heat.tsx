import { ValueAxis } from '../../../plot/Axis.tsx';
import type { Plot } from '../../../plot/Frame.tsx';
import { type Box, boxesPath, polyline, strokesPath } from '../../../plot/paths.ts';
import { WAIT_MARKS } from '../../../plot/values.ts';
import type { MarkedMessage } from '../../protocol/record-questions.ts';
import { type Brush, type Picture, waitHeight } from './axis.ts';
import { laneOf } from './Lanes.tsx';
import css from './postfix.module.css';
import { messageHref } from './tab-props.ts';

/** A cell with up to this many recipients has this opacity. */
const INK = [
  [1, 0.26],
  [2, 0.34],
  [4, 0.44],
  [8, 0.55],
  [20, 0.66],
  [60, 0.77],
  [200, 0.88],
  [Infinity, 1],
] as const;

/** Draws recipients by arrival and waiting time, with lines for the median and the 90th percentile. */
export function Heat({ picture, plot: heat }: { picture: Picture; plot: Plot }) {
  const { overview, steps, x } = picture;
  const { waits, bins, median, ninety } = overview;
  const cells = INK.map((): Box[] => []);
  const size = { width: heat.width / bins, height: heat.height / steps };
  for (let bin = 0; bin < bins; bin++)
    for (let step = 0; step < steps; step++) {
      const count = waits[bin * overview.steps + step] ?? 0;
      if (count === 0) continue;
      const ink = INK.findIndex(([most]) => count <= most);
      cells[ink]?.push({ x: x(bin), y: heat.bottom - (step + 1) * size.height, ...size });
    }
  const y = (seconds: number): number => heat.bottom - heat.height * waitHeight(seconds, steps);
  const line = (values: Float64Array): string =>
    polyline(
      Array.from(values, (value, bin) => (Number.isNaN(value) ? null : { x: x(bin + 0.5), y: y(value) })),
    );
  return (
    <>
      <rect className={css.ground} x={heat.left} y={heat.top} width={heat.width} height={heat.height} />
      <ValueAxis
        ticks={WAIT_MARKS.filter(({ seconds }) => seconds <= 0.01 * 10 ** ((steps - 0.5) / 10)).map(
          ({ seconds, text }) => ({ y: y(seconds), text }),
        )}
        left={heat.left}
        right={heat.right}
      />
      {INK.map(([most, opacity], i) => (
        <path key={most} className={css.cell} fillOpacity={opacity} d={boxesPath(cells[i] ?? [])} />
      ))}
      <path className={css.halo} d={line(median)} />
      <path className="plot-line" d={line(median)} />
      <path className={`plot-line ${css.dashed}`} d={line(ninety)} />
    </>
  );
}

interface BrushMarksProps {
  picture: Picture;
  plot: Plot;
  brush: Brush;
}

/** Dims everything outside the selection and draws its edges. */
export function BrushMarks({ picture: { heat, steps, time }, plot, brush }: BrushMarksProps) {
  const { left, right, top, bottom, height } = plot;
  const [from, to] = [Math.max(left, time(brush.from)), Math.min(right, time(brush.to))];
  const band = heat !== null && (brush.over > 0 || brush.under < Infinity);
  return (
    <g pointerEvents="none">
      <rect className={css.veil} x={left} y={top} width={Math.max(0, from - left)} height={height} />
      <rect className={css.veil} x={to} y={top} width={Math.max(0, right - to)} height={height} />
      <path className="plot-line" d={`M${from} ${top - 8}V${bottom}M${to} ${top - 8}V${bottom}`} />
      {band && <Band heat={heat} steps={steps} brush={brush} x={from} width={Math.max(1, to - from)} />}
    </g>
  );
}

interface BandProps {
  heat: Plot;
  steps: number;
  brush: Brush;
  x: number;
  width: number;
}

/** Frames the selected range of waiting. */
function Band({ heat, steps, brush: { over, under }, x, width }: BandProps) {
  const y = (seconds: number): number => heat.bottom - heat.height * waitHeight(seconds, steps);
  const high = y(Math.min(under, 86_400));
  const low = over > 0 ? y(over) : heat.bottom;
  return (
    <rect className={`plot-line ${css.band}`} x={x} width={width} y={high} height={Math.max(1, low - high)} />
  );
}

interface FoundMarksProps {
  picture: Picture;
  marks: readonly MarkedMessage[];
}

/**
 * Marks messages that a search found: a ring at arrival and longest b, or among the arrivals where there is no heat map, and a
 * tick in each of their lanes. A press opens the message; the list of results does the same for keys.
 */
export function FoundMarks({ picture, marks }: FoundMarksProps) {
  const { overview, heat, arrivals, steps, time } = picture;
  const y = (b: number): number =>
    heat === null ? arrivals.bottom - 6 : heat.bottom - heat.height * waitHeight(b, steps);
  const shown = marks.filter(({ time: at }) => at >= overview.from && at < overview.to);
  const ticks = overview.lanes.flatMap(({ name }, i) => {
    const { top, height } = laneOf(picture, i);
    return shown
      .filter(({ lanes }) => lanes.includes(name))
      .map((mark) => ({ x: time(mark.time), y: top, length: height }));
  });
  return (
    <g className={css.found} aria-hidden="true">
      <path d={strokesPath(ticks)} />
      {shown.map((mark) => (
        <circle
          key={mark.id}
          cx={time(mark.time)}
          cy={y(mark.b)}
          r={4.5}
          onClick={() => (location.hash = messageHref(mark.id))}
        />
      ))}
    </g>
  );
}
