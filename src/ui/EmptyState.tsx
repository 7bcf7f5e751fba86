import type { ReactNode } from 'react';
import './empty-state.css';

interface EmptyStateProps {
  /** `line` = in the place of a list, at its size; `panel` = in the middle of a panel that would show something. */
  size: 'line' | 'panel';
  /** What is not there, and what would bring it. */
  children: ReactNode;
  /** A way to bring it. */
  action?: ReactNode;
}

/** In the place of what is not there. */
export function EmptyState({ size, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state" data-size={size}>
      <p>{children}</p>
      {action}
    </div>
  );
}
