import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../store/hooks.ts';
import { useMail } from '../../store/of-kind.ts';
import { useNames } from '../kit/useNames.ts';
import { type Moment, momentOf } from '../../explain/moment.ts';
import type { SelectionDecision } from '../../protocol/decisions.ts';
import type { RealMillis } from '../../protocol/units.ts';

/** The page's word for a delivery slot. */
const COIN = 'coin';

/** The selection that a moment describes; null when it describes something else. */
export function selectionOf({ record }: Moment): SelectionDecision | null {
  return record?.decision.rule === 'selection' ? record.decision : null;
}

export function useMoment(): Moment {
  const cursor = useSession((session) => session.cursor);
  const decision = useSession((session) => session.decision);
  const events = useSession((session) => session.events);
  const messages = useSession((session) => session.messages.size);
  const head = useSession((session) => session.head);
  const hasScript = useSession((session) => (session.scenario?.script.length ?? 0) > 0);
  // A run of recorded mail needs no script.
  const isRecorded = useMail((scenario) => scenario?.recorded !== undefined);
  const scripted = hasScript || isRecorded;
  const names = useNames();
  return useMemo(
    () => momentOf({ cursor, head, decision, events, messages, scripted }, names, COIN),
    [cursor, head, decision, events, messages, scripted, names],
  );
}

/**
 * The moment to explain. While paused: the moment at the cursor. While playing: a sentence stays long enough to be
 * read; a reordering of jobs is shown immediately and longest. Each sentence names its decision and instant, so it
 * stays true.
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

/** Milliseconds for which a sentence stays while the run plays, indexed by its weight. */
const HOLD = [700, 1500, 2800] as const;

interface Narration {
  shown: Moment;
  since: RealMillis;
  /** The moment of the greatest weight since `shown`; the latest of several with equal weight. */
  next: Moment | null;
}

/** Time at which `next` may replace `shown`. */
function dueAt({ shown, since }: Narration): number {
  return since + HOLD[shown.weight];
}

/** Adds a moment while the run plays. It replaces `shown` immediately if it weighs more; otherwise it waits. */
export function hear(narration: Narration, moment: Moment, now: RealMillis): Narration {
  if (moment.step < narration.shown.step || moment.weight > narration.shown.weight)
    return startAt(moment, now);
  if (moment.step === narration.shown.step) return narration;
  const { next } = narration;
  const kept = next !== null && next.weight > moment.weight ? next : moment;
  return advance({ ...narration, next: kept }, now);
}

/** Shows `next` if `shown` has been visible long enough. */
export function advance(narration: Narration, now: RealMillis): Narration {
  if (narration.next === null || now < dueAt(narration)) return narration;
  return startAt(narration.next, now);
}

export function startAt(moment: Moment, now: RealMillis): Narration {
  return { shown: moment, since: now, next: null };
}
