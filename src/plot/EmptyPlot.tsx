import type { ReactNode } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import './plot.css';

interface EmptyPlotProps {
  /** Height of the chart that will stand here, in units of 1/16 rem: nothing moves when it comes. */
  height: number;
  /** What is not there, and what would bring it. */
  children: ReactNode;
  /** A way to bring it. */
  action?: ReactNode;
}

/** In the place of a chart that has nothing to draw. */
export function EmptyPlot({ height, children, action }: EmptyPlotProps) {
  return (
    <div className="plot-empty" style={{ minHeight: `${height / 16}rem` }}>
      <EmptyState size="panel" action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
