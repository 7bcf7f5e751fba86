import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { Frame, type Plot } from '../../plot/Frame.tsx';
import { polyline } from '../../plot/paths.ts';
import { valueScale } from '../../plot/scales.ts';
import css from './experiments.module.css';

/** One mark: where most of it lies, and its middle. A figure without a spread has all five equal. */
export interface CategoryMark {
  low: number;
  q1: number;
  mid: number;
  q3: number;
  high: number;
}

export interface CategoryPoint {
  key: string;
  /** Index of its value on the x axis, and of its series. */
  column: number;
  series: number;
  mark: CategoryMark;
  label: string;
}

interface CategoryPlotProps {
  title: string;
  unit: string;
  columns: readonly string[];
  /** Names of the series; one unnamed when there is one axis. */
  series: readonly string[];
  points: readonly CategoryPoint[];
  selected: string;
  onSelect: (key: string) => void;
}

/** Greys that are told apart; series above that begin again, and stand beside each other in the order of the key. */
export const SHADES = 6;
const HEIGHT = 168;
/** Letters of a value that have room below its column, and how wide they are. */
const LETTERS = 9;
const LETTERS_WIDTH = 34;

/** Figures over the values of an axis, as they were typed: boxes where there is a spread, dots and lines where not. */
export function CategoryPlot(props: CategoryPlotProps) {
  const { title, unit } = props;
  return (
    <figure className={css.categoryPlot}>
      <figcaption>
        {title} <span className="dim">{unit}</span>
      </figcaption>
      <Frame label={`${title}, ${unit}`} role="group" height={HEIGHT}>
        {(plot) => <Drawing {...props} plot={plot} />}
      </Frame>
    </figure>
  );
}

function Drawing({ plot, columns, series, points, selected, onSelect }: CategoryPlotProps & { plot: Plot }) {
  const { y, ticks } = valueScale(plot, Math.max(...points.map(({ mark }) => mark.high), 0.001), {
    text: (value) => String(Math.round(value * 1000) / 1000),
  });
  const band = plot.width / Math.max(1, columns.length);
  const step = Math.min(18, (band * 0.8) / Math.max(1, series.length));
  const middle = (column: number): number => plot.left + band * (column + 0.5);
  const x = ({ column, series: s }: CategoryPoint): number =>
    middle(column) + (s - (series.length - 1) / 2) * step;
  const each = Math.max(1, Math.ceil((columns.length * LETTERS_WIDTH) / plot.width));
  return (
    <>
      <ValueAxis ticks={ticks} left={plot.left} right={plot.right} />
      <PlaceAxis
        ticks={columns.flatMap((column, i) =>
          i % each === 0
            ? [{ x: middle(i), text: column.length > LETTERS ? `${column.slice(0, LETTERS - 1)}…` : column }]
            : [],
        )}
        left={0}
        right={plot.frame.width}
        y={HEIGHT - 5}
      />
      {series.map((name, s) => (
        <path
          key={name}
          className={css.categoryLine}
          data-shade={s % SHADES}
          d={polyline(
            points
              .filter((point) => point.series === s)
              .map((point) => ({ x: x(point), y: y(point.mark.mid) })),
          )}
        />
      ))}
      {points.map((point) => (
        <Mark
          key={point.key}
          point={point}
          x={x(point)}
          y={y}
          half={Math.min(6, step / 2 - 1)}
          target={{ ...plot, width: Math.max(12, Math.min(step, band)) }}
          selected={point.key === selected}
          onSelect={onSelect}
        />
      ))}
    </>
  );
}

interface MarkProps {
  point: CategoryPoint;
  x: number;
  y: (value: number) => number;
  half: number;
  /** What can be clicked, over the height of the plot. */
  target: { top: number; width: number; height: number };
  selected: boolean;
  onSelect: (key: string) => void;
}

function Mark({ point, x, y, half, target, selected, onSelect }: MarkProps) {
  const { low, q1, mid, q3, high } = point.mark;
  const spread = high > low;
  return (
    <g
      className={css.categoryMark}
      data-shade={point.series % SHADES}
      data-selected={selected || undefined}
      role="button"
      tabIndex={0}
      aria-label={point.label}
      aria-pressed={selected}
      onClick={() => onSelect(point.key)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onSelect(point.key);
      }}
    >
      <title>{point.label}</title>
      {spread && <path className={css.whisker} d={`M${x} ${y(low)}V${y(high)}`} />}
      {spread && (
        <rect
          className={css.box}
          x={x - half}
          y={y(q3)}
          width={half * 2}
          height={Math.max(1, y(q1) - y(q3))}
          rx="1.5"
        />
      )}
      {spread ? (
        <path className={css.median} d={`M${x - half} ${y(mid)}h${half * 2}`} />
      ) : (
        <circle cx={x} cy={y(mid)} r="3.5" />
      )}
      <rect
        className={css.target}
        x={x - target.width / 2}
        y={target.top}
        width={target.width}
        height={target.height}
      />
    </g>
  );
}
