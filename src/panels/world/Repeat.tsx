import { useEffect } from 'react';
import { useRuntime } from '../../store/hooks.ts';
import { editDraft, readDraft, useDraft } from './draft.ts';
import { readMix } from './mix.ts';

const EVERY_MICROS = 2_000_000;

/**
 * "every 2 s": another one every two seconds of simulated time while it plays. Going back in time ends it, because each
 * injection in the past would fork a branch. Mounted with the page, not with the form: the phone takes the form away.
 */
export function Repeat(): null {
  const { store, actions } = useRuntime();
  const { repeat } = useDraft();
  useEffect(() => {
    if (!repeat) return undefined;
    let before = store.getState().session.cursor.at;
    let next = before + EVERY_MICROS;
    let busy = false;
    const send = async (): Promise<void> => {
      const { count, rows } = readDraft();
      const { shares, errors } = readMix(count, rows);
      const sent = errors.size === 0 && (await actions.inject(shares)).ok;
      busy = false;
      if (!sent) editDraft({ repeat: false });
    };
    return store.subscribe(({ session }) => {
      const { at } = session.cursor;
      if (at < before) {
        editDraft({ repeat: false });
        return;
      }
      before = at;
      if (busy || at < next || !session.playing) return;
      next = Math.max(next + EVERY_MICROS, at);
      busy = true;
      void send();
    });
  }, [repeat, store, actions]);
  return null;
}
