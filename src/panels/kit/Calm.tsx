import { type ReactNode, useState } from 'react';
import { calmStore } from '../../store/calm.ts';
import { ShownProvider, useRuntime } from '../../store/hooks.ts';

/** Panels beside the picture: while the run plays or the cursor is dragged they follow a few times a second, the picture each frame. */
export function Calm({ children }: { children: ReactNode }) {
  const { store } = useRuntime();
  const [calm] = useState(() => calmStore(store));
  return <ShownProvider store={calm}>{children}</ShownProvider>;
}
