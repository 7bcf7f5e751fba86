import { useEffect } from 'react';
import { notifyRunEdited } from '../../store/run-edits.ts';
import { useRuntime, useView } from '../../store/hooks.ts';
import { useInjectDraft } from './inject-draft.ts';
import { everyTwoSeconds } from './mix.ts';

/** So often, in milliseconds of the clock on the wall, what was sent meanwhile is kept with the run. */
const KEPT_EVERY_MS = 5000;

/**
 * "every 2 s": another one every two seconds of simulated time while it plays. The session sends it, at any speed at its
 * instant, and plays on as long as there is one to come. Going back in time ends it, because each injection in the past
 * would fork a branch. Mounted with the page, not with the form: the phone takes the form away.
 */
export function Repeat(): null {
  const { store, actions } = useRuntime();
  const { count, rows } = useInjectDraft();
  const repeats = useView((view) => view.again !== null);
  useEffect(() => {
    // Half typed, the form cannot be sent: what was sent before goes on.
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
      // Before anything else: what ends it calls this again.
      before = at;
      if (back) void actions.setAgain(null);
      if (!session.playing || Date.now() - kept < KEPT_EVERY_MS) return;
      kept = Date.now();
      notifyRunEdited();
    });
  }, [repeats, store, actions]);
  return null;
}
