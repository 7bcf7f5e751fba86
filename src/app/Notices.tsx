import type { Reader } from '../store/reading.ts';
import type { Quiet } from '../store/runtime.ts';
import { useSyncExternalStore, useEffect, useState } from 'react';
import { useActions, useSession } from '../store/hooks.ts';
import { LoadAgain } from '../panels/kit/lazy.tsx';
import { pageStorage } from '../store/store.ts';
import { forgetUnshared, listUnshared } from '../store/unshared.ts';
import { Notice } from '../ui/Notice.tsx';
import { Progress } from '../ui/Progress.tsx';
import { forgetWayBack, onWayBack, wayBack } from '../store/way-back.ts';
import { Button, IconButton } from '../ui/Button.tsx';

// Exported here so that they are loaded before anything can fail.
export { BrokenPicture, FatalPage } from './FaultPage.tsx';

/** Notices of the page itself. Loaded with the program, so that they can come even where no picture does. */
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

/** Says that the simulation has not answered for five seconds. */
function QuietBar({ quiet }: { quiet: Quiet }) {
  const shown = useSyncExternalStore(quiet.subscribe, () => quiet.now);
  if (!shown) return null;
  return (
    <Notice
      tone="bad"
      role="alert"
      actions={
        <>
          <Button look="outlined" onClick={() => quiet.startAgain()}>
            Start it again here
          </Button>
          <Button onClick={() => quiet.wait()}>Wait</Button>
        </>
      }
    >
      The simulation has not answered for 5 seconds. Nothing of the run is lost.
    </Notice>
  );
}

/** Delay before the bar appears: most files are read faster, and a bar would only flash. */
const SOON_MS = 400;
const WORDS = {
  file: 'Reading the file',
  scenario: 'Reading the scenario',
  library: 'Opening each run of the library',
  'link-again': 'Reading the link',
  'record-file': 'Unpacking the record',
} as const;

/** Progress of a file or link that is read, or of a run that opens, with a button that cancels. */
function ReadingBar({ reader }: { reader: Reader }) {
  const kind = useSyncExternalStore(reader.subscribe, () => reader.now?.kind ?? null);
  const share = useSyncExternalStore(reader.subscribe, () => reader.now?.share ?? 0);
  const actions = useActions();
  const opening = useSession((session) => session.opening !== null);
  const words = kind !== null && kind in WORDS ? WORDS[kind as keyof typeof WORDS] : null;
  // Cancelling stops the simulation on its way to the place that the link names.
  if (opening) return <Bar words="Opening the run" onCancel={() => void actions.pause()} />;
  if (words === null) return null;
  return <Bar words={words} share={share} onCancel={() => reader.now?.cancel()} />;
}

interface BarProps {
  words: string;
  /** Absent = not known. */
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
        <Button look="outlined" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <Progress name={words} value={share} text={words} />
    </Notice>
  );
}

/** Messages of Chromium, Firefox and WebKit about code that could not be fetched. */
const UNFETCHED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Says that code could not be fetched where no panel does, such as after a press of a button. */
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
          <Button onClick={() => setShown(false)}>Dismiss</Button>
        </>
      }
    >
      A part of the page could not be fetched: what you did last may have done nothing. What is open is still
      there; try it again, or load the page again.
    </Notice>
  );
}

/** Offers work of an earlier visit that is in no address. */
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
          <Button
            look="outlined"
            onClick={() => {
              location.hash = run.hash;
              done();
            }}
          >
            Go on with it
          </Button>
          <Button
            onClick={() => {
              forgetUnshared(pageStorage(), run.tab);
              done();
            }}
          >
            Forget it
          </Button>
        </>
      }
    >
      Work that was not shared is kept here: {run.title}, {new Date(run.kept).toLocaleString()}.
    </Notice>
  );
}

/** The way back from a run that was opened in a lesson or in practice. */
function WayBackBar() {
  const way = useSyncExternalStore(onWayBack, wayBack);
  if (way === null) return null;
  return (
    <Notice tone="plain" actions={<IconButton name="Stay here" icon="close" onClick={forgetWayBack} />}>
      <a className="btn outlined" href={way.hash}>
        Back to {way.title}
      </a>{' '}
      This is a copy. Change anything; the lesson stays the same.
    </Notice>
  );
}
