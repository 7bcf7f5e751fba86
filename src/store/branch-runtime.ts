import type { BranchId } from '../protocol/ids.ts';
import { useEffect, useRef, useState } from 'react';
import { streamView } from './look-actions.ts';
import { useRuntime } from './hooks.ts';
import { ingestFrame } from './ingest.ts';
import type { Runtime } from './runtime.ts';
import { createAppStore } from './store.ts';
import type { ViewState } from './view.ts';

/** Translates message numbers between the page and a branch on which the same mail has other numbers. */
export interface BranchNumbers {
  toPage(number: number): number;
  toBranch(number: number): number;
  /** True if the number stands for a message that only the branch has. It can be hovered, but not selected. */
  isAlone(number: number): boolean;
}

/** For branches with the same mail: their numbers are equal. */
const SAME: BranchNumbers = {
  toPage: (number) => number,
  toBranch: (number) => number,
  isAlone: () => false,
};

/**
 * Hook: a runtime with its own store that shows another branch at the instant of the cursor, so that any panel can draw
 * it. It copies the view of the main runtime (selection, hover) and shares its actions, with the numbers of its branch.
 * If `branch` is null, it shows and requests nothing.
 */
export function useBranchRuntime(branch: BranchId | null, numbers: BranchNumbers = SAME): Runtime {
  const main = useRuntime();
  const translate = useRef(numbers);
  useEffect(() => {
    translate.current = numbers;
  });
  const [side] = useState<Runtime>(() => ({
    store: createAppStore(null),
    actions: {
      ...main.actions,
      hover: (number) => main.actions.hover(translate.current.toPage(number)),
      select: (number) => {
        const { toPage, isAlone } = translate.current;
        const own = toPage(number);
        main.actions.select(isAlone(own) ? 0 : own);
      },
    },
    idle: main.idle,
    reader: main.reader,
    quiet: main.quiet,
  }));
  const flight = useRef({ busy: false, stale: false });
  useEffect(() => {
    if (branch === null) return undefined;
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
        await fetchSide(main, side, branch, viewOf).catch(() => undefined);
      } while (state.stale);
      state.busy = false;
    };
    let mirrored: ViewState | null = null;
    const viewOf = (view: ViewState): ViewState => ({
      ...view,
      hovered: translate.current.toBranch(view.hovered),
      selected: translate.current.toBranch(view.selected),
    });
    let seen = placeOf(main);
    const mirror = (): void => {
      const { view } = main.store.getState();
      if (mirrored !== view) side.store.setState({ view: viewOf(view) });
      mirrored = view;
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

async function fetchSide(
  main: Runtime,
  side: Runtime,
  branch: BranchId,
  viewOf: (view: ViewState) => ViewState,
): Promise<void> {
  const { session, view } = main.store.getState();
  const frame = await main.actions.ask('side', { branch, view: streamView(viewOf(view)) });
  if (frame === null) return;
  ingestFrame(side.store, frame);
  side.store.setState(({ session: own }) => ({
    view: viewOf(main.store.getState().view),
    session: { ...own, scenario: session.scenario },
  }));
}
