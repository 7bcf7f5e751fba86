import { useState } from 'react';
import { pageStorage } from '../store/store.ts';
import { forgetUnshared, listUnshared } from '../store/unshared.ts';

/** On a visit after one that ended with work that no address holds: an offer to go on with it. */
export function UnsharedBar() {
  const [kept, setKept] = useState(() =>
    listUnshared(pageStorage()).filter(({ hash }) => hash !== location.hash),
  );
  const [run] = kept;
  if (run === undefined) return null;
  const done = (): void => setKept(kept.slice(1));
  return (
    <div className="notice file-problem" role="status">
      <span>
        Work that was not shared is kept here: {run.title}, {new Date(run.kept).toLocaleString()}.
      </span>
      <button
        type="button"
        className="btn outlined"
        onClick={() => {
          location.hash = run.hash;
          done();
        }}
      >
        Go on with it
      </button>
      <button
        type="button"
        className="btn"
        onClick={() => {
          forgetUnshared(pageStorage(), run.tab);
          done();
        }}
      >
        Forget it
      </button>
    </div>
  );
}
