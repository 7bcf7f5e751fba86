import { useCallback, useEffect, useState } from 'react';
import type { InputError } from '../../protocol/result.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { editDraft, readInjectDraft } from './draft.ts';
import { proposeMix, readMix, type MixErrors } from './mix.ts';

const NO_ERRORS: MixErrors = new Map();

/** The form's button: sends what the form says, or shows at the fields why that cannot be sent. */
export function useInjection(): { inject: () => Promise<boolean>; errors: MixErrors; clear: () => void } {
  const actions = useActions();
  const [errors, setErrors] = useState<MixErrors>(NO_ERRORS);
  const inject = useCallback(async () => {
    const { count, rows } = readInjectDraft();
    const reading = readMix(count, rows);
    if (reading.errors.size > 0) {
      setErrors(reading.errors);
      editDraft({
        editing: [...reading.errors.keys()].some((key) => key !== 'count') || readInjectDraft().editing,
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
    if (run === 0 || scenario === null || readInjectDraft().run === run) return;
    editDraft({ run, rows: proposeMix(scenario) });
  }, [run, scenario]);
}
