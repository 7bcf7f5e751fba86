import type { ReactNode } from 'react';
import './scroll-box.css';

interface ScrollBoxProps {
  /** Accessible name. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A scrolling area that the keyboard can scroll, too. */
export function ScrollBox({ label, className = '', children }: ScrollBoxProps) {
  return (
    <div
      className={`scroll-box ${className}`.trim()}
      role="region"
      aria-label={label}
      // Focusable, so that keys can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {children}
    </div>
  );
}
