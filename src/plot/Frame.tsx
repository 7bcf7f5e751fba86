import { type ReactNode, useRef } from 'react';
import { useSize } from '../charts/useSize.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import './plot.css';

/** Area of a chart in units of 1/16 rem, so that the root font size scales chart and text. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
  height: number;
  /** Size of the whole frame, margins included. */
  frame: { width: number; height: number };
}

interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Margins for a ValueAxis on the left and a PlaceAxis or TimeAxis below, in units of 1/16 rem. */
const MARGINS: Margins = { left: 44, right: 10, top: 8, bottom: 20 };
/** Minimum width of a plot, in units of 1/16 rem. */
const NARROWEST = 40;

/**
 * `img` = one picture with an accessible name. `group` = it has focusable parts (Crosshair, TimeArea, buttons).
 * `hidden` = hidden from screen readers, because the page has the same facts as text.
 */
type FrameName = { label: string; role?: 'img' | 'group'; hidden?: never } | { hidden: true; label?: never };

type FrameProps = FrameName & {
  /** Height in units of 1/16 rem. Without a height the frame fills its container. */
  height?: number;
  /** Fixed width in units of 1/16 rem; the drawing shrinks in a narrower container. Absent = the container's width. */
  width?: number;
  margins?: Partial<Margins>;
  overflow?: 'visible';
  className?: string;
  /** Renders a layer below the drawing, as large as the plot, in CSS pixels. `scale` = CSS pixels per unit. */
  canvas?: (size: { width: number; height: number; scale: number }) => ReactNode;
  children: (plot: Plot) => ReactNode;
};

export function Frame(props: FrameProps) {
  const { width, height, margins, overflow, className = '', canvas, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const measured = useSize(box);
  const scale = (measured?.rem ?? 16) / 16;
  const size = {
    width: width ?? (measured?.width ?? 0) / scale,
    height: height ?? (measured?.height ?? 0) / scale,
  };
  const plot = plotOf(size, { ...MARGINS, ...margins });
  const rem = (units: number): string => `${units / 16}rem`;
  const fixed = width !== undefined;
  return (
    <div
      ref={box}
      className={`plot-frame ${className}`.trim()}
      style={fixed ? { maxWidth: rem(width) } : { height: height === undefined ? '100%' : rem(height) }}
    >
      {measured !== null && canvas !== undefined && (
        <div className="plot-canvas" style={{ left: rem(plot.left), top: rem(plot.top) }}>
          {canvas({ width: plot.width * scale, height: plot.height * scale, scale })}
        </div>
      )}
      {(fixed || measured !== null) && (
        <svg
          width={fixed ? '100%' : rem(plot.frame.width)}
          height={fixed ? undefined : rem(plot.frame.height)}
          viewBox={`0 0 ${plot.frame.width} ${plot.frame.height}`}
          overflow={overflow}
          role={props.hidden ? undefined : (props.role ?? 'img')}
          aria-label={props.label}
          aria-hidden={props.hidden}
        >
          {children(plot)}
        </svg>
      )}
    </div>
  );
}

function plotOf(size: { width: number; height: number }, margins: Margins): Plot {
  const { left, top } = margins;
  const width = Math.max(NARROWEST, size.width - left - margins.right);
  const height = Math.max(1, size.height - top - margins.bottom);
  const [right, bottom] = [left + width, top + height];
  const frame = { width: right + margins.right, height: bottom + margins.bottom };
  return { left, top, width, height, right, bottom, frame };
}

interface EmptyPlotProps {
  /** Height in units of 1/16 rem. Equal to the height of the later chart, so that the page does not jump. */
  height: number;
  /** Text that says what is missing, and what the reader can do to get the chart. */
  children: ReactNode;
  action?: ReactNode;
}

/** Placeholder for a chart that has nothing to draw. */
export function EmptyPlot({ height, children, action }: EmptyPlotProps) {
  return (
    <div className="plot-empty" style={{ minHeight: `${height / 16}rem` }}>
      <EmptyState size="panel" action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
