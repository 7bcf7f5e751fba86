import { type ReactNode, useState } from 'react';
import { throttledStore } from '../../store/throttled-store.ts';
import { ShownProvider, useRuntime } from '../../store/hooks.ts';

/**
 * Throttles store updates for side panels: while playing or scrubbing they render a few times a second, the stage every
 * frame.
 */
export function Calm({ children }: { children: ReactNode }) {
  const { store } = useRuntime();
  const [calm] = useState(() => throttledStore(store));
  return <ShownProvider store={calm}>{children}</ShownProvider>;
}
