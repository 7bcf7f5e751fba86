import { useState } from 'react';
import { useRuntime } from '../../../store/hooks.ts';
import { whileBusy } from '../../../store/idle.ts';
import type { Runtime } from '../../../store/runtime.ts';
import { ADD_STOP } from '../../../explain/labels.ts';
import css from './write.module.css';

/** Puts what is on the stage at the end of the lesson that was written last, and goes there; "" or why it cannot be done. */
export async function makeStopHere(runtime: Runtime): Promise<string> {
  const { addHere, draftHash, latestDraft } = await import('./begin.ts');
  const made = await addHere(runtime, latestDraft());
  if (typeof made === 'string') return made;
  location.hash = draftHash(made.id);
  return '';
}

/** A way from a run into a lesson. */
export function AddStop() {
  const runtime = useRuntime();
  const [fault, setFault] = useState('');
  return (
    <div className={css.writeAdd}>
      <button
        type="button"
        className="btn outlined"
        onClick={() => void whileBusy(makeStopHere(runtime)).then(setFault)}
      >
        {ADD_STOP}
      </button>
      <span role="status">{fault}</span>
    </div>
  );
}
