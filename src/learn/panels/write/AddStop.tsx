import { useState } from 'react';
import { useRuntime } from '../../../store/hooks.ts';
import { whileBusy } from '../../../store/idle.ts';
import type { Runtime } from '../../../store/runtime.ts';
import { ADD_STOP } from '../../../explain/labels.ts';
import { Button } from '../../../ui/Button.tsx';

/**
 * Adds the stage's present instant as a stop to the latest draft, and opens the draft. Returns "" or the reason for
 * the failure.
 */
export async function makeStopHere(runtime: Runtime): Promise<string> {
  const { addHere, draftHash, latestDraft } = await import('./begin.ts');
  const made = await addHere(runtime, latestDraft());
  if (typeof made === 'string') return made;
  location.hash = draftHash(made.id);
  return '';
}

export function AddStop() {
  const runtime = useRuntime();
  const [fault, setFault] = useState('');
  return (
    <div className="row wrap text-2">
      <Button look="outlined" onClick={() => void whileBusy(makeStopHere(runtime)).then(setFault)}>
        {ADD_STOP}
      </Button>
      <span role="status">{fault}</span>
    </div>
  );
}
