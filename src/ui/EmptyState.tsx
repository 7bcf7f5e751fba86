import type { ReactNode } from 'react';
import './empty-state.css';

interface EmptyStateProps {
  /** `line` replaces a list at the size of its text; `panel` is centred in an empty panel. */
  size: 'line' | 'panel';
  /** What is missing, and what would fill it. */
  children: ReactNode;
  /** A button that fills it. */
  action?: ReactNode;
}

export function EmptyState({ size, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state" data-size={size}>
      <p>{children}</p>
      {action}
    </div>
  );
}
