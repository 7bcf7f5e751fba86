import { useSyncExternalStore } from 'react';
import type { Quiet } from '../store/runtime.ts';

/** The simulation has not answered for five seconds: nothing on the page would say so otherwise. */
export function QuietBar({ quiet }: { quiet: Quiet }) {
  const shown = useSyncExternalStore(quiet.subscribe, () => quiet.now);
  if (!shown) return null;
  return (
    <div className="notice bad file-problem" role="alert">
      <span>The simulation has not answered for 5 seconds. Nothing of the run is lost.</span>
      <button type="button" className="btn outlined" onClick={() => quiet.startAgain()}>
        Start it again here
      </button>
      <button type="button" className="btn" onClick={() => quiet.wait()}>
        Wait
      </button>
    </div>
  );
}
