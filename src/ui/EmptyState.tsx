import type { ReactNode } from 'react';
import './empty-state.css';

interface EmptyStateProps {
  /** `line` = in a list, at the size of the list's text; `panel` = centred in an empty panel. */
  size: 'line' | 'panel';
  /** Text that says what is missing, and what the reader can do to fill the place. */
  children: ReactNode;
  /** A button that fills the empty place. */
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
