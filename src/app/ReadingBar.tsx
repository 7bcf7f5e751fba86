import { useEffect, useState, useSyncExternalStore } from 'react';
import { useActions, useSession } from '../store/hooks.ts';
import type { Reader } from '../store/reading.ts';

/** What most files take less than is not worth a bar that flashes, in milliseconds. */
const SOON_MS = 400;
const WORDS = {
  file: 'Reading the file',
  scenario: 'Reading the scenario',
  library: 'Opening each run of the library',
  'link-again': 'Reading the link',
  'record-file': 'Unpacking the record',
} as const;

/** While something from outside is read, or a run opens: how far it is, and a way to stop it. */
export function ReadingBar({ reader }: { reader: Reader }) {
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
    <div className="notice file-problem" role="status">
      <span>
        {words} <progress value={share} aria-label={words} />
      </span>
      <button type="button" className="btn outlined" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
