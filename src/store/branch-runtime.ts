import type { BranchId } from '../protocol/ids.ts';
import { useEffect, useRef, useState } from 'react';
import { streamView } from './look-actions.ts';
import { useRuntime } from './hooks.ts';
import { ingestFrame } from './ingest.ts';
import type { Runtime } from './runtime.ts';
import { createAppStore } from './store.ts';

/**
 * Hook: a runtime with its own store that shows another branch at the instant of the cursor, so that any panel can draw it.
 * It copies the view of the main runtime (selection, hover) and shares its actions.
 */
export function useBranchRuntime(branch: BranchId): Runtime {
  const main = useRuntime();
  const [side] = useState<Runtime>(() => ({
    store: createAppStore(null),
    actions: main.actions,
    idle: main.idle,
    reader: main.reader,
    quiet: main.quiet,
  }));
  const flight = useRef({ busy: false, stale: false });
  useEffect(() => {
    const state = flight.current;
    const ask = async (): Promise<void> => {
      if (state.busy) {
        state.stale = true;
        return;
      }
      state.busy = true;
      do {
        state.stale = false;
        // A deleted branch has no picture: ignore the error. There is one request at a time. While it is pending, only the
        // newest place is remembered.
        // oxlint-disable-next-line no-await-in-loop
        await fetchSide(main, side, branch).catch(() => undefined);
      } while (state.stale);
      state.busy = false;
    };
    let seen = placeOf(main);
    const mirror = (): void => {
      const { view } = main.store.getState();
      if (side.store.getState().view !== view) side.store.setState({ view });
      const place = placeOf(main);
      if (place === seen) return;
      seen = place;
      void ask();
    };
    mirror();
    void ask();
    return main.store.subscribe(mirror);
  }, [main, side, branch]);
  return side;
}

/** Returns a key of everything the picture depends on. When the key changes, the picture is fetched again. */
function placeOf({ store }: Runtime): string {
  const { session, view } = store.getState();
  const { run, branch, cursor } = session;
  return `${run} ${branch} ${cursor.step} ${cursor.at} ${view.transport} ${view.selected} ${view.order}`;
}

async function fetchSide(main: Runtime, side: Runtime, branch: BranchId): Promise<void> {
  const { session, view } = main.store.getState();
  const frame = await main.actions.ask('side', { branch, view: streamView(view) });
  if (frame === null) return;
  ingestFrame(side.store, frame);
  side.store.setState(({ session: own }) => ({
    view: main.store.getState().view,
    session: { ...own, scenario: session.scenario },
  }));
}
