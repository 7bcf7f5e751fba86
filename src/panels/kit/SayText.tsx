import type { ReactNode } from 'react';

/** The sentence of a narrow page, three lines high. A longer sentence scrolls, also by keyboard. */
export function SayText({ children }: { children: ReactNode }) {
  return (
    // Not every browser makes a scrolling element focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <p tabIndex={0}>{children}</p>
  );
}
