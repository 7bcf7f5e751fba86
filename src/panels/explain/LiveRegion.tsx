import { formatCounted } from '../../explain/format.ts';
import { useEffect, useRef, useState } from 'react';
import { toText } from '../../explain/tokens.ts';
import { useDebug } from '../../store/debug.ts';
import { useRuntime, useSession, useView } from '../../store/hooks.ts';
import { useNames } from '../kit/useNames.ts';
import { useMoment } from './useMoment.ts';
import { MAIN_PANEL_NAMES } from '../main-panel/names.ts';

const SUMMARY_MS = 3000;

/**
 * Reads the sentence to screen readers: at each step when paused; while playing at most one summary every three
 * seconds, so that announcements do not cut each other off.
 */
export function LiveRegion() {
  const moment = useMoment();
  const playing = useSession((session) => session.playing);
  const summary = useSummary(playing);
  return (
    <>
      <p className="sr-only" role="status" aria-live="polite">
        {playing ? summary : `${moment.title}. ${toText(moment.sentence)}`}
      </p>
      <PlaceRegion />
    </>
  );
}

/** Announces which panel has replaced the stage, for keys that switch panels. */
function PlaceRegion() {
  const mainPanel = useView((view) => view.mainPanel?.kind);
  const debugging = useDebug((debug) => debug.open);
  const now = debugging
    ? 'The debugger'
    : mainPanel === undefined
      ? 'The stage'
      : MAIN_PANEL_NAMES[mainPanel];
  const [first] = useState(now);
  const [changed, setChanged] = useState(false);
  if (!changed && now !== first) setChanged(true);
  const way =
    now === 'The stage' ? '' : ` replaces the stage; press ${debugging ? 'D' : 'Escape'} to go back`;
  return (
    <p className="sr-only" aria-live="polite">
      {changed ? `${now}${way}.` : ''}
    </p>
  );
}

/** One-line summary of the last three seconds; empty while paused. */
function useSummary(playing: boolean): string {
  const { store } = useRuntime();
  const names = useNames();
  const namesRef = useRef(names);
  const [text, setText] = useState('');
  useEffect(() => {
    namesRef.current = names;
  }, [names]);
  useEffect(() => {
    if (!playing) return undefined;
    let from = store.getState().session.cursor.decision;
    let preempted = '';
    const unsubscribe = store.subscribe(({ session: { decision } }) => {
      if (decision?.decision.rule !== 'selection' || decision.decision.preemption?.outcome !== 'preempted')
        return;
      const { candidate, current } = decision.decision.preemption;
      const say = namesRef.current;
      preempted = `${say.numberOf(candidate)} preempted ${say.numberOf(current)}.`;
    });
    const timer = setInterval(() => {
      const to = store.getState().session.cursor.decision;
      const count = to - from;
      from = to;
      setText(`${formatCounted(count, 'turn')}. ${preempted}`.trim());
      preempted = '';
    }, SUMMARY_MS);
    return () => {
      unsubscribe();
      clearInterval(timer);
      setText('');
    };
  }, [playing, store]);
  return text;
}
