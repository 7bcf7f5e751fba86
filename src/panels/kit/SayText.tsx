import type { ReactNode } from 'react';

/** The sentence of a narrow page. It has the room of three lines, whatever it says: a longer one scrolls, with the keys too. */
export function SayText({ children }: { children: ReactNode }) {
  return (
    // Not every browser lets keys reach by itself what only scrolls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <p tabIndex={0}>{children}</p>
  );
}
