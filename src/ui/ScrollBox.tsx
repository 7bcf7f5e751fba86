import type { ReactNode } from 'react';
import './scroll-box.css';

interface ScrollBoxProps {
  /** What is in it, for those who hear the page. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Scrolls what is wider or longer than its place, with the keys as well as with the pointer. */
export function ScrollBox({ label, className = '', children }: ScrollBoxProps) {
  return (
    <div
      className={`scroll-box ${className}`.trim()}
      role="region"
      aria-label={label}
      // Keys scroll what the pointer can scroll.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {children}
    </div>
  );
}
