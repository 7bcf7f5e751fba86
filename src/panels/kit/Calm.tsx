import { type ReactNode, useState } from 'react';
import { throttledStore } from '../../store/throttled-store.ts';
import { ShownProvider, useRuntime } from '../../store/hooks.ts';

/**
 * Throttles store updates for side panels. While the run plays or is scrubbed, side panels render a few times a second;
 * the stage renders every frame.
 */
export function Calm({ children }: { children: ReactNode }) {
  const { store } = useRuntime();
  const [calm] = useState(() => throttledStore(store));
  return <ShownProvider store={calm}>{children}</ShownProvider>;
}
