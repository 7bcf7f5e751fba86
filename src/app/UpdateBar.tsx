import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from '../panels/kit/Icon.tsx';
import { dismissUpdate, keepOffline, onUpdate, takeUpdate, updateWaits } from './offline.ts';

/** Long after the first picture, and after what the reader does first. */
const LATER_MS = 3000;

/** Says that a newer version is there. The run that is open is in the address, or kept on this machine. */
export function UpdateBar() {
  const waits = useSyncExternalStore(onUpdate, updateWaits);
  useEffect(() => {
    const timer = setTimeout(() => void keepOffline(), LATER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  if (!waits) return null;
  return (
    <div className="update" role="status">
      <span>A newer qmgrscope is ready. Loading it opens this run again where it is.</span>
      <button type="button" className="btn primary" onClick={takeUpdate}>
        Load it
      </button>
      <button type="button" className="icon-btn" aria-label="Not now" onClick={dismissUpdate}>
        <Icon name="close" />
      </button>
    </div>
  );
}
