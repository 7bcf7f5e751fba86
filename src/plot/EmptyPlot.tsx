import type { ReactNode } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import './plot.css';

interface EmptyPlotProps {
  /** Height of the chart that will replace it, in units of 1/16 rem, so that the page does not jump. */
  height: number;
  /** What is missing, and what would fill it. */
  children: ReactNode;
  /** A button that fills it. */
  action?: ReactNode;
}

export function EmptyPlot({ height, children, action }: EmptyPlotProps) {
  return (
    <div className="plot-empty" style={{ minHeight: `${height / 16}rem` }}>
      <EmptyState size="panel" action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
