import type { ReactNode } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import './plot.css';

interface EmptyPlotProps {
  /** Height in units of 1/16 rem. It equals that of the chart to come, so that the page does not jump. */
  height: number;
  /** Text that says what is missing and what would fill the chart. */
  children: ReactNode;
  /** A button that fills the chart. */
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
