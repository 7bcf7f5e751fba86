import { type ReactNode, useState } from 'react';
import { throttledStore } from '../../store/throttled-store.ts';
import { ShownProvider, useRuntime } from '../../store/hooks.ts';

/** Panels beside the picture: while the run plays or the cursor is dragged they follow a few times a second, the picture each frame. */
export function Calm({ children }: { children: ReactNode }) {
  const { store } = useRuntime();
  const [calm] = useState(() => throttledStore(store));
  return <ShownProvider store={calm}>{children}</ShownProvider>;
}
