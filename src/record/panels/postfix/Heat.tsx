import type { Overview } from '../../protocol/record-questions.ts';
import type { EpochMicros } from '../../../protocol/units.ts';
import { ValueAxis } from '../../../plot/Axis.tsx';
import { type Box, boxesPath, polyline } from '../../../plot/paths.ts';
import { WAIT_MARKS } from '../../../plot/values.ts';
import { waitHeight } from './axis.ts';
import css from './postfix.module.css';

/** Edges of the eight steps of ink: messages in a cell. */
const INK = [1, 2, 4, 8, 20, 60, 200, Infinity];
/** Height of the heat map, in pixels. */
export const HEAT = 232;
/** Room for the head of each part of the picture, in pixels. */
export const GAP = 30;

/** What is dragged over: a time, and in the heat map a band of waiting. */
export interface Brush {
  from: EpochMicros;
  to: EpochMicros;
  over: number;
  under: number;
}

/** What a part of the picture is drawn from: what is counted, and where a bin begins, in pixels. */
export interface Part {
  overview: Overview;
  left: number;
  x: (bin: number) => number;
}

/** Recipients by the time of their arrival and the time they waited, with the lines of the middle and of nine of ten. */
export function Heat({
  overview,
  steps,
  left,
  inner,
  top,
  x,
}: Part & { steps: number; inner: number; top: number }) {
  const { waits, bins } = overview;
  const cells = INK.map((): Box[] => []);
  const row = HEAT / steps;
  for (let bin = 0; bin < bins; bin++)
    for (let step = 0; step < steps; step++) {
      const count = waits[bin * overview.steps + step] ?? 0;
      if (count === 0) continue;
      const ink = INK.findIndex((edge) => count <= edge);
      cells[ink]?.push({ x: x(bin), y: top + HEAT - (step + 1) * row, width: inner / bins, height: row });
    }
  const line = (values: Float64Array): string =>
    polyline(
      Array.from(values, (value, bin) =>
        Number.isNaN(value) ? null : { x: x(bin + 0.5), y: top + HEAT * (1 - waitHeight(value, steps)) },
      ),
    );
  return (
    <g>
      <rect className={css.ground} x={left} y={top} width={inner} height={HEAT} />
      <ValueAxis
        ticks={WAIT_MARKS.filter(({ seconds }) => seconds <= 0.01 * 10 ** ((steps - 0.5) / 10)).map(
          ({ seconds, text }) => ({ y: top + HEAT * (1 - waitHeight(seconds, steps)), text }),
        )}
        left={left}
        right={left + inner}
      />
      {cells.map((boxes, ink) => (
        // The steps of ink have a fixed order.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={ink} className={css.cell} data-ink={ink} d={boxesPath(boxes)} />
      ))}
      <path className={css.halo} d={line(overview.median)} />
      <path className={css.median} d={line(overview.median)} />
      <path className={css.ninety} d={line(overview.ninety)} />
    </g>
  );
}

interface BrushMarksProps {
  /** Steps of the logarithm of waiting that are drawn. */
  steps: number;
  brush: Brush;
  timeX: (time: EpochMicros) => number;
  left: number;
  inner: number;
  heatTop: number;
  bottom: number;
}

/** The veil over what is not selected, and the edges of what is. */
export function BrushMarks({ steps, brush, timeX, left, inner, heatTop, bottom }: BrushMarksProps) {
  const [from, to] = [Math.max(left, timeX(brush.from)), Math.min(left + inner, timeX(brush.to))];
  const high = waitHeight(Math.min(brush.under, 86_400), steps);
  const low = brush.over > 0 ? waitHeight(brush.over, steps) : 0;
  return (
    <g className={css.brush}>
      <rect className={css.veil} x={left} y={GAP} width={Math.max(0, from - left)} height={bottom - GAP} />
      <rect
        className={css.veil}
        x={to}
        y={GAP}
        width={Math.max(0, left + inner - to)}
        height={bottom - GAP}
      />
      <line x1={from} x2={from} y1={GAP - 8} y2={bottom} />
      <line x1={to} x2={to} y1={GAP - 8} y2={bottom} />
      {(brush.over > 0 || brush.under < Infinity) && (
        <rect
          className={css.band}
          x={from}
          width={Math.max(1, to - from)}
          y={heatTop + HEAT * (1 - high)}
          height={Math.max(1, HEAT * (high - low))}
        />
      )}
    </g>
  );
}
