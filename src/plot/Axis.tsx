import './plot.css';

interface ValueTick {
  y: number;
  /** Text of the tick; '' = only the grid line. */
  text: string | number;
  /** True for the tick at the base line of the plot. */
  base?: boolean;
}

/** Values left of a plot, each with a grid line. */
export function ValueAxis({
  ticks,
  left,
  right,
}: {
  ticks: readonly ValueTick[];
  left: number;
  right: number;
}) {
  return ticks.map(({ y, text, base }) => (
    <g key={y}>
      <path className="plot-grid" data-base={base} d={`M${left} ${y}H${right}`} />
      {text !== '' && (
        <text className="plot-label" x={left - 6} y={y} dy="0.32em" textAnchor="end">
          {text}
        </text>
      )}
    </g>
  ));
}

interface PlaceAxisProps {
  ticks: readonly { x: number; text: string | number }[];
  /** x of the plot's ends. A label near an end is aligned inwards. */
  left: number;
  right: number;
  /** y of the base line of the labels. */
  y: number;
  /** If present, draws vertical grid lines from `top` to `bottom`. */
  grid?: { top: number; bottom: number };
}

/** Half the width of a typical label, in units of the drawing. */
const ROOM = 20;

export function PlaceAxis({ ticks, left, right, y, grid }: PlaceAxisProps) {
  return ticks.map(({ x, text }) => (
    <g key={x}>
      {grid !== undefined && <path className="plot-grid" d={`M${x} ${grid.top}V${grid.bottom}`} />}
      <text
        className="plot-label"
        x={x}
        y={y}
        textAnchor={x > right - ROOM ? 'end' : x < left + ROOM ? 'start' : 'middle'}
      >
        {text}
      </text>
    </g>
  ));
}
