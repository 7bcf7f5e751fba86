import { useSyncExternalStore } from 'react';
import { Icon } from '../panels/kit/Icon.tsx';
import { forgetWayBack, onWayBack, wayBack } from '../store/way-back.ts';
import './way-back.css';

/** Over a run that was opened from a lesson or from practice: the way back, which nothing else on the page would show. */
export function WayBackBar() {
  const way = useSyncExternalStore(onWayBack, wayBack);
  if (way === null) return null;
  return (
    <div className="notice run-from" role="status">
      <a className="btn outlined" href={way.hash}>
        Back to {way.title}
      </a>
      <span>This is its run. Everything may be changed here; there it stays as it was.</span>
      <button type="button" className="icon-btn" aria-label="Stay here" onClick={forgetWayBack}>
        <Icon name="close" />
      </button>
    </div>
  );
}
