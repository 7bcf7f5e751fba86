import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { useNames } from '../kit/useNames.ts';
import { type Moment, momentOf } from '../../explain/moment.ts';
import type { RealMillis } from '../../protocol/units.ts';

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
 * The moment that is explained. Paused: the one shown. Playing: a sentence stays long enough to be read; one about a
 * reordering of the jobs comes immediately and stays longest. It names its decision and instant, so it stays true.
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

/** How long a sentence stays while the run goes on, in milliseconds, by its weight. */
const HOLD = [700, 1500, 2800] as const;

interface Narration {
  shown: Moment;
  /** Milliseconds of the page's clock. */
  since: RealMillis;
  /** The moment with the largest weight since `shown`, and of equals the latest. */
  next: Moment | null;
}

/** The time at which `next` may replace what is shown. */
function dueAt({ shown, since }: Narration): number {
  return since + HOLD[shown.weight];
}

/** Takes a new moment while the run plays. One of more weight replaces what is shown, others wait. */
export function hear(narration: Narration, moment: Moment, now: RealMillis): Narration {
  if (moment.step < narration.shown.step || moment.weight > narration.shown.weight)
    return startAt(moment, now);
  if (moment.step === narration.shown.step) return narration;
  const { next } = narration;
  const kept = next !== null && next.weight > moment.weight ? next : moment;
  return advance({ ...narration, next: kept }, now);
}

/** Shows the next moment if the one shown has been there long enough. */
export function advance(narration: Narration, now: RealMillis): Narration {
  if (narration.next === null || now < dueAt(narration)) return narration;
  return startAt(narration.next, now);
}

export function startAt(moment: Moment, now: RealMillis): Narration {
  return { shown: moment, since: now, next: null };
}
