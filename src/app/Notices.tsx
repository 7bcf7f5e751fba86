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

// Exported here, so that the browser loads the code of the error pages before anything can fail.
export { BrokenPicture, FatalPage } from './FaultPage.tsx';

/** Notices of the page. They are part of the main program, so that they appear even when no picture can be drawn. */
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

/** Shown when the simulation has not answered for five seconds. */
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
            Restart it here
          </Button>
          <Button onClick={() => quiet.wait()}>Wait</Button>
        </>
      }
    >
      The simulation has not answered for 5 seconds. The run is not lost.
    </Notice>
  );
}

/** Delay before the progress bar appears, so that it does not flash for fast reads. */
const SOON_MS = 400;
const WORDS = {
  file: 'Reading the file',
  scenario: 'Reading the scenario',
  library: 'Opening each run of the library',
  'link-again': 'Reading the link',
  'record-file': 'Unpacking the record',
} as const;

/** Progress of reading a file or link, or of opening a run, with a Cancel button. */
function ReadingBar({ reader }: { reader: Reader }) {
  const kind = useSyncExternalStore(reader.subscribe, () => reader.now?.kind ?? null);
  const share = useSyncExternalStore(reader.subscribe, () => reader.now?.share ?? 0);
  const actions = useActions();
  const opening = useSession((session) => session.opening !== null);
  const words = kind !== null && kind in WORDS ? WORDS[kind as keyof typeof WORDS] : null;
  // Cancelling stops the simulation before it reaches the link's position.
  if (opening) return <Bar words="Opening the run" onCancel={() => void actions.pause()} />;
  if (words === null) return null;
  return <Bar words={words} share={share} onCancel={() => reader.now?.cancel()} />;
}

interface BarProps {
  words: string;
  /** Share of the work that is done, 0 to 1; absent = unknown. */
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

/** Messages of Chromium, Firefox and WebKit when a code chunk could not be fetched. */
const UNFETCHED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Reports that code could not be fetched where no panel reports it, such as after a button press. */
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
      A part of the page could not be fetched: your last action may have had no effect. Your work is still
      open. Try again, or reload the page.
    </Notice>
  );
}

/** Offers to restore the run of an earlier visit that was never saved in a link. */
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
            Continue with it
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
      Your unsaved work was kept: {run.title}, {new Date(run.kept).toLocaleString()}.
    </Notice>
  );
}

/** Link back to the lesson or exercise from which the run was opened. */
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
