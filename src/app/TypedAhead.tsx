import { useEffect } from 'react';

let ahead = '';

/** Stands for the palette while that is being fetched: what is typed goes into its field then, and not to the page. */
export function TypedAhead() {
  useEffect(() => {
    ahead = '';
    const hold = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
      ahead += event.key;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', hold, true);
    return () => removeEventListener('keydown', hold, true);
  }, []);
  return null;
}

/** What was typed meanwhile; the next palette begins empty. */
export function takeTyped(): string {
  const typed = ahead;
  ahead = '';
  return typed;
}
