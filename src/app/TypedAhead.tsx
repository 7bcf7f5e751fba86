import { useEffect } from 'react';

let ahead = '';

/** Placeholder while the palette loads: collects typed text for its field. */
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

/** Returns the collected text and clears it. */
export function takeTyped(): string {
  const typed = ahead;
  ahead = '';
  return typed;
}
