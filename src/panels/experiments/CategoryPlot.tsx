import type { CSSProperties } from 'react';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { Frame, type Plot } from '../../plot/Frame.tsx';
import { polyline } from '../../plot/paths.ts';
import { valueScale } from '../../plot/scales.ts';
import css from './experiments.module.css';

/** 10th, 25th, 50th, 75th and 90th percentile of a figure. Without a spread all five are equal. */
export interface CategoryMark {
  low: number;
  q1: number;
  mid: number;
  q3: number;
  high: number;
}

export interface CategoryPoint {
  key: string;
  /** Index of the mark's value on the x axis, and index of its series. */
  column: number;
  series: number;
  mark: CategoryMark;
  label: string;
}

interface CategoryPlotProps {
  title: string;
  unit: string;
  columns: readonly string[];
  /** Names of the series; one empty name when only one setting varies. */
  series: readonly string[];
  points: readonly CategoryPoint[];
  selected: string;
  onSelect: (key: string) => void;
}

/** Percent of ink in the grey of each series. After six series the greys repeat. */
const SHADES = [100, 60, 36, 84, 48, 24];
const HEIGHT = 168;
/** Longest label below a column in characters, and its width in units of 1/16 rem. */
const LABEL_LENGTH = 9;
const LABEL_WIDTH = 34;

/** The grey of a series, for a mark and for its swatch in the key. */
export function shadeOf(series: number): CSSProperties {
  return { '--part': `${SHADES[series % SHADES.length]}%` } as CSSProperties;
}

/** Plots figures over the values of an axis, in the order typed: boxes if a figure has a spread, dots otherwise. */
export function CategoryPlot(props: CategoryPlotProps) {
  const { title, unit } = props;
  return (
    <figure className="stack gap-4">
      <figcaption className="text-2">
        <span className="strong">{title}</span> <span className="dim">{unit}</span>
      </figcaption>
      <Frame label={`${title}, ${unit}`} role="group" height={HEIGHT}>
        {(plot) => <Drawing {...props} plot={plot} />}
      </Frame>
    </figure>
  );
}

function Drawing({ plot, columns, series, points, selected, onSelect }: CategoryPlotProps & { plot: Plot }) {
  const { y, ticks } = valueScale(plot, Math.max(...points.map(({ mark }) => mark.high)) || 1, {
    text: (value) => String(Math.round(value * 1000) / 1000),
  });
  const band = plot.width / Math.max(1, columns.length);
  const step = Math.min(18, (band * 0.8) / Math.max(1, series.length));
  const middle = (column: number): number => plot.left + band * (column + 0.5);
  const x = ({ column, series: s }: CategoryPoint): number =>
    middle(column) + (s - (series.length - 1) / 2) * step;
  const each = Math.max(1, Math.ceil((columns.length * LABEL_WIDTH) / plot.width));
  return (
    <>
      <ValueAxis ticks={ticks} left={plot.left} right={plot.right} />
      <PlaceAxis
        ticks={columns.flatMap((column, i) =>
          i % each === 0
            ? [
                {
                  x: middle(i),
                  text: column.length > LABEL_LENGTH ? `${column.slice(0, LABEL_LENGTH - 1)}…` : column,
                },
              ]
            : [],
        )}
        left={0}
        right={plot.frame.width}
        y={HEIGHT - 5}
      />
      {series.map((name, s) => (
        <path
          key={name}
          className={css.line}
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
  /** The clickable area of a mark, as high as the plot. */
  target: { top: number; width: number; height: number };
  selected: boolean;
  onSelect: (key: string) => void;
}

function Mark({ point, x, y, half, target, selected, onSelect }: MarkProps) {
  const { low, q1, mid, q3, high } = point.mark;
  const spread = high > low;
  return (
    <g
      className={css.mark}
      style={shadeOf(point.series)}
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
      {spread && <path d={`M${x} ${y(low)}V${y(high)}`} />}
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
        className="plot-ground"
        stroke="none"
        x={x - target.width / 2}
        y={target.top}
        width={target.width}
        height={target.height}
      />
    </g>
  );
}
