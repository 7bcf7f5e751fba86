import type { Reader } from '../store/reading.ts';
import type { Quiet } from '../store/runtime.ts';
import { useSyncExternalStore, useEffect, useState } from 'react';
import { useActions, useSession } from '../store/hooks.ts';
import { LoadAgain } from '../panels/kit/lazy.tsx';
import { pageStorage } from '../store/store.ts';
import { forgetUnshared, listUnshared } from '../store/unshared.ts';
import { Notice } from '../ui/Notice.tsx';
import { Progress } from '../ui/Progress.tsx';
import { Icon } from '../ui/Icon.tsx';
import { forgetWayBack, onWayBack, wayBack } from '../store/way-back.ts';

// Exported here so that they are loaded before anything can fail.
export { BrokenPicture, FatalPage } from './FaultPage.tsx';

/** What the page itself has to say to its reader, on every page, also where no picture comes. Fetched beside the program. */
export default function Notices({ reader, quiet }: { reader: Reader; quiet: Quiet }) {
  return (
    <>
      <ReadingBar reader={reader} />
      <QuietBar quiet={quiet} />
      <UnfetchedBar />
      <UnsharedBar />
      <WayBackBar />
    </>
  );
}

/** The simulation has not answered for five seconds: nothing on the page would say so otherwise. */
function QuietBar({ quiet }: { quiet: Quiet }) {
  const shown = useSyncExternalStore(quiet.subscribe, () => quiet.now);
  if (!shown) return null;
  return (
    <Notice
      tone="bad"
      role="alert"
      actions={
        <>
          <button type="button" className="btn outlined" onClick={() => quiet.startAgain()}>
            Start it again here
          </button>
          <button type="button" className="btn" onClick={() => quiet.wait()}>
            Wait
          </button>
        </>
      }
    >
      The simulation has not answered for 5 seconds. Nothing of the run is lost.
    </Notice>
  );
}

/** The bar comes after this many milliseconds. Most files take less, and a bar would only flash. */
const SOON_MS = 400;
const WORDS = {
  file: 'Reading the file',
  scenario: 'Reading the scenario',
  library: 'Opening each run of the library',
  'link-again': 'Reading the link',
  'record-file': 'Unpacking the record',
} as const;

/** While something from outside is read, or a run opens: how far it is, and a way to stop it. */
function ReadingBar({ reader }: { reader: Reader }) {
  const kind = useSyncExternalStore(reader.subscribe, () => reader.now?.kind ?? null);
  const share = useSyncExternalStore(reader.subscribe, () => reader.now?.share ?? 0);
  const actions = useActions();
  const opening = useSession((session) => session.opening !== null);
  const words = kind !== null && kind in WORDS ? WORDS[kind as keyof typeof WORDS] : null;
  // A run whose link names a place far into it is simulated to there; where it got to is as good a place to look at.
  if (opening) return <Bar words="Opening the run" onCancel={() => void actions.pause()} />;
  if (words === null) return null;
  return <Bar words={words} share={share} onCancel={() => reader.now?.cancel()} />;
}

interface BarProps {
  words: string;
  /** Absent = it is not known how far it is. */
  share?: number;
  onCancel: () => void;
}

function Bar({ words, share, onCancel }: BarProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <Notice
      actions={
        <button type="button" className="btn outlined" onClick={onCancel}>
          Cancel
        </button>
      }
    >
      <Progress name={words} value={share} text={words} />
    </Notice>
  );
}

/** What a browser says of code that it could not fetch: Chromium, Firefox, WebKit; the page's, and that of its workers. */
const UNFETCHED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/**
 * Says that code of the page could not be fetched, where no panel says it. Without this bar a button would do nothing, and the
 * reader would not know why.
 */
function UnfetchedBar() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const hear = ({ reason }: PromiseRejectionEvent): void => {
      if (UNFETCHED.test(String(reason))) setShown(true);
    };
    addEventListener('unhandledrejection', hear);
    return () => removeEventListener('unhandledrejection', hear);
  }, []);
  if (!shown) return null;
  return (
    <Notice
      role="alert"
      actions={
        <>
          <LoadAgain className="btn outlined" />
          <button type="button" className="btn" onClick={() => setShown(false)}>
            Dismiss
          </button>
        </>
      }
    >
      A part of the page could not be fetched: what you did last may have done nothing. What is open is still
      there; try it again, or load the page again.
    </Notice>
  );
}

/** On a visit after one that ended with work that no address holds: an offer to go on with it. */
function UnsharedBar() {
  const [kept, setKept] = useState(() =>
    listUnshared(pageStorage()).filter(({ hash }) => hash !== location.hash),
  );
  const [run] = kept;
  if (run === undefined) return null;
  const done = (): void => setKept(kept.slice(1));
  return (
    <Notice
      actions={
        <>
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
        </>
      }
    >
      Work that was not shared is kept here: {run.title}, {new Date(run.kept).toLocaleString()}.
    </Notice>
  );
}

/** Over a run that was opened from a lesson or from practice: the way back, which nothing else on the page would show. */
function WayBackBar() {
  const way = useSyncExternalStore(onWayBack, wayBack);
  if (way === null) return null;
  return (
    <Notice
      tone="plain"
      actions={
        <button type="button" className="icon-btn" aria-label="Stay here" onClick={forgetWayBack}>
          <Icon name="close" />
        </button>
      }
    >
      <a className="btn outlined" href={way.hash}>
        Back to {way.title}
      </a>{' '}
      This is its run. Everything may be changed here; there it stays as it was.
    </Notice>
  );
}
