import { ticks } from 'd3';
import { useRef } from 'react';
import { ValueAxis } from '../../plot/Axis.tsx';
import { polyline } from '../../plot/paths.ts';
import { useSize } from '../../charts/useSize.ts';
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
const LEFT = 44;
const RIGHT = 10;
const TOP = 8;
const FOOT = 20;

/** Figures over the values of an axis, as they were typed: boxes where there is a spread, dots and lines where not. */
export function CategoryPlot(props: CategoryPlotProps) {
  const { title, unit, columns, series, points, selected, onSelect } = props;
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const width = Math.max(60, (size?.width ?? 320) - LEFT - RIGHT);
  const marks = ticks(0, Math.max(...points.map(({ mark }) => mark.high), 0.001), 4);
  const roof = Math.max(marks.at(-1) ?? 1, ...points.map(({ mark }) => mark.high));
  const y = (value: number): number => TOP + (HEIGHT - TOP - FOOT) * (1 - value / roof);
  const band = width / Math.max(1, columns.length);
  const step = Math.min(18, (band * 0.8) / Math.max(1, series.length));
  const x = ({ column, series: s }: CategoryPoint): number =>
    LEFT + band * (column + 0.5) + (s - (series.length - 1) / 2) * step;
  return (
    <figure className={css.categoryPlot}>
      <figcaption>
        {title} <span className="dim">{unit}</span>
      </figcaption>
      <div ref={ref}>
        <svg width="100%" height={HEIGHT} role="group" aria-label={`${title}, ${unit}`}>
          <Axes marks={marks} columns={columns} width={width} y={y} />
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
              target={Math.max(12, Math.min(step, band))}
              selected={point.key === selected}
              onSelect={onSelect}
            />
          ))}
        </svg>
      </div>
    </figure>
  );
}

interface AxesProps {
  marks: readonly number[];
  columns: readonly string[];
  width: number;
  y: (value: number) => number;
}

/** Lines at round figures, and the values under their columns, as many as fit. */
function Axes({ marks, columns, width, y }: AxesProps) {
  const band = width / Math.max(1, columns.length);
  const each = Math.max(1, Math.ceil((columns.length * 34) / width));
  return (
    <>
      <ValueAxis
        ticks={marks.map((tick) => ({ y: y(tick), text: Math.round(tick * 100) / 100 }))}
        left={LEFT}
        right={LEFT + width}
      />
      {columns.map(
        (column, i) =>
          i % each === 0 && (
            <text
              key={column}
              className="plot-label"
              x={LEFT + band * (i + 0.5)}
              y={HEIGHT - 5}
              textAnchor="middle"
            >
              {column.length > 9 ? `${column.slice(0, 8)}…` : column}
            </text>
          ),
      )}
    </>
  );
}

interface MarkProps {
  point: CategoryPoint;
  x: number;
  y: (value: number) => number;
  half: number;
  target: number;
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
        <path className="middle" d={`M${x - half} ${y(mid)}h${half * 2}`} />
      ) : (
        <circle cx={x} cy={y(mid)} r="3.5" />
      )}
      <rect className={css.target} x={x - target / 2} y={TOP} width={target} height={HEIGHT - TOP - FOOT} />
    </g>
  );
}
