import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { useNames } from '../kit/useNames.ts';
import { momentOf, type Moment } from '../../explain/moment.ts';
import { advance, dueAt, hear, startAt } from './narration.ts';

/** The moment of the state shown. */
export function useMoment(): Moment {
  const cursor = useSession((session) => session.cursor);
  const decision = useSession((session) => session.decision);
  const events = useSession((session) => session.events);
  const messages = useSession((session) => session.messages.size);
  const head = useSession((session) => session.head);
  const hasScript = useSession((session) => (session.scenario?.script.length ?? 0) > 0);
  // Mail that comes with a record needs no script.
  const isRecorded = useMail((scenario) => scenario?.recorded !== undefined);
  const scripted = hasScript || isRecorded;
  const names = useNames();
  return useMemo(
    () => momentOf({ cursor, head, decision, events, messages, scripted }, names),
    [cursor, head, decision, events, messages, scripted, names],
  );
}

/**
 * The moment to speak of. Paused: the one shown. Playing: a sentence stays long enough to be read, because four decisions
 * a second cannot be; what reorders the jobs is said at once and stays longest. It names its decision and its instant, so
 * it is true although the picture has gone on.
 */
export function useNarratedMoment(): Moment {
  const moment = useMoment();
  const playing = useSession((session) => session.playing);
  const run = useSession((session) => session.run);
  const [narration, setNarration] = useState(() => startAt(moment, 0));
  const runBefore = useRef(run);
  useEffect(() => {
    const now = performance.now();
    if (!playing || runBefore.current !== run) setNarration(startAt(moment, now));
    else setNarration((old) => hear(old, moment, now));
    runBefore.current = run;
  }, [moment, playing, run]);
  useEffect(() => {
    if (narration.next === null) return undefined;
    const wait = Math.max(0, dueAt(narration) - performance.now()) + 1;
    const timer = setTimeout(() => setNarration((old) => advance(old, performance.now())), wait);
    return () => {
      clearTimeout(timer);
    };
  }, [narration]);
  return playing ? narration.shown : moment;
}
