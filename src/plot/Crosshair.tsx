import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Plot } from './Frame.tsx';
import { boxBeside, nearestPlace } from './nearest.ts';
import './plot.css';

interface CrosshairProps {
  plot: Plot;
  /** Accessible name, such as `Messages by the minute`. */
  label: string;
  /** x of each column or instant, ascending. */
  places: readonly number[];
  /** Index of the current place; null = none. Charts that share this index show the same place. */
  at: number | null;
  onAt: (at: number | null) => void;
  text: (at: number) => readonly string[];
  children?: ReactNode;
}

/** Crosshair and tooltip of a chart, for pointer, touch and arrow keys. */
export function Crosshair({ plot, label, places, at, onAt, text, children }: CrosshairProps) {
  const ground = useRef<SVGRectElement>(null);
  const { left, top, width, height } = plot;
  const x = at === null ? undefined : places[at];
  const shown = at !== null && x !== undefined && x >= left && x <= plot.right;
  const lines = shown ? text(at) : [];
  const follow = ({ clientX }: PointerEvent): void => {
    const box = ground.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const next = nearestPlace(places, left + ((clientX - box.left) / box.width) * width, plot);
    if (next !== at) onAt(next);
  };
  return (
    <g
      onPointerDown={follow}
      onPointerMove={follow}
      // On touch, lifting the finger also leaves the element, but the tooltip has to stay readable.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onAt(null)}
    >
      <rect
        ref={ground}
        className="plot-ground"
        x={left}
        y={top}
        width={width}
        height={height}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={places.length}
        aria-valuenow={shown ? at + 1 : 0}
        aria-valuetext={shown ? lines.join(', ') : 'nothing'}
        onKeyDown={placeKeys({ plot, places, at: shown ? at : null, onAt })}
        onBlur={() => onAt(null)}
      />
      {children}
      <rect className="plot-focus" x={left + 1} y={top} width={width - 2} height={height} />
      {shown && (
        <g className="plot-cross" aria-hidden="true">
          <path d={`M${x} ${top}V${plot.bottom}`} />
          <Reading lines={lines} x={x} plot={plot} />
        </g>
      )}
    </g>
  );
}

/** Handles the arrow keys, Home and End. At an end of the plot, arrow keys bubble to TimeArea, which pans. */
function placeKeys({ plot, places, at, onAt }: Pick<CrosshairProps, 'plot' | 'places' | 'at' | 'onAt'>) {
  const first = nearestPlace(places, plot.left, plot);
  const last = nearestPlace(places, plot.right, plot);
  return (event: KeyboardEvent): void => {
    if (first === null || last === null) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target: Record<string, number | null> = {
      ArrowLeft: at === null ? last : Math.max(first, at - 1),
      ArrowRight: at === null ? first : Math.min(last, at + 1),
      Home: first,
      End: last,
      Escape: null,
    };
    const next = target[event.key];
    if (next === undefined || next === at) return;
    onAt(next);
    event.preventDefault();
    event.stopPropagation();
  };
}

const LINE = 16;
const PADDING = 6;

function Reading({ lines, x, plot }: { lines: readonly string[]; x: number; plot: Plot }) {
  const text = useRef<SVGTextElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    setWidth(Math.ceil(text.current?.getBBox().width ?? 0) + 2 * PADDING);
  }, [lines]);
  return (
    <g className="plot-reading" transform={`translate(${boxBeside(x, width, plot)} ${plot.top})`}>
      <rect width={width} height={lines.length * LINE + PADDING} rx={4} />
      <text ref={text}>
        {lines.map((line, i) => (
          // The lines never change places, so the index is a stable key.
          // oxlint-disable-next-line react/no-array-index-key
          <tspan key={i} x={PADDING} y={(i + 1) * LINE - 2}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
}
