import { useCallback, useEffect, useState } from 'react';
import type { InputError } from '../../protocol/result.ts';
import { useActions, useRuntime, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { editDraft, readDraft, useDraft } from './draft.ts';
import { proposeMix, readMix, type MixErrors } from './mix.ts';

const NO_ERRORS: MixErrors = new Map();

/** The form's button: sends what the form says, or shows at the fields why that cannot be sent. */
export function useInjection(): { inject: () => Promise<boolean>; errors: MixErrors; clear: () => void } {
  const actions = useActions();
  const [errors, setErrors] = useState<MixErrors>(NO_ERRORS);
  const inject = useCallback(async () => {
    const { count, rows } = readDraft();
    const reading = readMix(count, rows);
    if (reading.errors.size > 0) {
      setErrors(reading.errors);
      editDraft({
        editing: [...reading.errors.keys()].some((key) => key !== 'count') || readDraft().editing,
      });
      return false;
    }
    const result = await actions.inject(reading.shares);
    setErrors(result.ok ? NO_ERRORS : atCount(result.errors));
    return result.ok;
  }, [actions]);
  const clear = useCallback(() => setErrors(NO_ERRORS), []);
  return { inject, errors, clear };
}

/** What the session refuses although the form found nothing wrong is said at the first field. */
function atCount(errors: readonly InputError[]): MixErrors {
  const first = errors[0];
  return first === undefined ? NO_ERRORS : new Map([['count', first]]);
}

/** A new run proposes the destinations that it knows. */
export function useProposedMix(): void {
  const run = useSession((session) => session.run);
  const scenario = useMail((open) => open);
  useEffect(() => {
    if (run === 0 || scenario === null || readDraft().run === run) return;
    editDraft({ run, rows: proposeMix(scenario), repeat: false });
  }, [run, scenario]);
}

const EVERY_MICROS = 2_000_000;

/**
 * "every 2 s": another one every two seconds of simulated time while it plays. Going back in time ends it, because each
 * injection in the past would fork a branch. Mounted with the page, not with the form: the phone takes the form away.
 */
export function useRepeat(): void {
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
}
