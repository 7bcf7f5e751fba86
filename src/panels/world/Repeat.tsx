import { useEffect } from 'react';
import { notifyRunEdited } from '../../store/run-edits.ts';
import { useRuntime, useView } from '../../store/hooks.ts';
import { useInjectDraft } from './inject-draft.ts';
import { everyTwoSeconds } from './mix.ts';

/** Milliseconds between two saves of the repeated injections. */
const KEPT_EVERY_MS = 5000;

/**
 * "every 2 s": injects a message every two simulated seconds while the run plays. The session sends each at its
 * instant, at any speed. Going back in time ends it, because each injection in the past would create a branch. Mounted
 * with the page, because the phone layout unmounts the form.
 */
export function Repeat(): null {
  const { store, actions } = useRuntime();
  const { count, rows } = useInjectDraft();
  const repeats = useView((view) => view.again !== null);
  useEffect(() => {
    // While the form is invalid, keep the previous message.
    const again = repeats ? everyTwoSeconds(count, rows) : null;
    if (again !== null) void actions.setAgain(again);
  }, [repeats, count, rows, actions]);
  useEffect(() => {
    if (!repeats) return undefined;
    let before = store.getState().session.cursor.at;
    let kept = Date.now();
    return store.subscribe(({ session }) => {
      const { at } = session.cursor;
      const back = at < before;
      // Set before setAgain, which calls this listener again.
      before = at;
      if (back) void actions.setAgain(null);
      if (!session.playing || Date.now() - kept < KEPT_EVERY_MS) return;
      kept = Date.now();
      notifyRunEdited();
    });
  }, [repeats, store, actions]);
  return null;
}
