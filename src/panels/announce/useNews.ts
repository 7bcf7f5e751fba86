import type { BranchId, StepNumber } from '../../protocol/ids.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { announce, type Announcement, byNews } from '../../explain/announce.ts';
import type { Drama, DramaPage } from '../../protocol/dramas.ts';
import { type Micros, MICROS_PER_SECOND, type RealMillis } from '../../protocol/units.ts';
import { useRuntime, useSession } from '../../store/hooks.ts';
import { useAnswer } from '../kit/useAnswer.ts';
import { useNames } from '../kit/useNames.ts';

/** Dramas of the run up to the cursor, newest first; null before the first answer. */
export function useDramas(): DramaPage | null {
  return useAnswer('dramas', (actions) => actions.ask('dramas'));
}

/** The headlines to show. `held`: the pointer or focus is on a headline, so none of them disappears. */
export function useNews(held: boolean): readonly Announcement[] {
  const { store } = useRuntime();
  const page = useDramas();
  const names = useNames();
  const [news, setNews] = useState<News>(NO_NEWS);
  const playing = useSession((session) => session.playing);
  const leapt = useRef(true);
  useEffect(
    () =>
      store.subscribe(({ session }, before) => {
        if (session.seq !== before.session.seq && session.motion !== 'forward' && session.motion !== 'none')
          leapt.current = true;
      }),
    [store],
  );
  useEffect(() => {
    if (page === null) return;
    const here = hereIn(store.getState().session, !leapt.current);
    leapt.current = false;
    setNews((old) => hearDramas(old, page.rows, here, performance.now()));
  }, [page, store]);
  useEffect(() => {
    const newest = news.shown.at(-1);
    if (newest === undefined || held) return undefined;
    const timer = setTimeout(
      () => setNews((old) => agedNews(old, hereIn(store.getState().session, true), performance.now())),
      Math.max(50, newest.since + HEADLINE_MS - performance.now() + 10),
    );
    return () => clearTimeout(timer);
  }, [news, held, playing, store]);
  return useMemo(() => news.shown.map(({ drama }) => announce(drama, names)), [news, names]);
}

function hereIn(
  {
    run,
    branch,
    cursor,
    playing,
    speed,
  }: {
    run: number;
    branch: BranchId;
    cursor: { step: StepNumber; at: Micros };
    playing: boolean;
    speed: number;
  },
  onward: boolean,
): NewsPlace {
  return { place: `${run} ${branch}`, step: cursor.step, at: cursor.at, playing, speed, onward };
}

/** Milliseconds of real time for which a headline stays. */
export const HEADLINE_MS = 6000;
/** Above this playing speed no headlines are shown; the list and the timeline still have them. */
const FASTEST = 8;

/** Headlines above the stage, newest first, each with the time at which it appeared. */
export interface News {
  /** Branch and run to which the headlines belong. */
  place: string;
  /** Last step whose dramas have become headlines. */
  seen: number;
  shown: readonly { drama: Drama; since: RealMillis }[];
}

/** Position of the reader when an answer of the session arrives. */
interface NewsPlace {
  place: string;
  step: StepNumber;
  at: Micros;
  playing: boolean;
  speed: number;
  /** The cursor moved by playing or by a step. After a leap, only dramas of the new instant become headlines. */
  onward: boolean;
}

export const NO_NEWS: News = { place: '', seen: 0, shown: [] };

/** Adds the dramas of an answer that are new since the last answer, in front of the headlines that are still shown. */
export function hearDramas(news: News, dramas: readonly Drama[], here: NewsPlace, now: RealMillis): News {
  const same = news.place === here.place && news.seen <= here.step;
  const goesOn = same && here.onward;
  const fresh = dramas.filter((drama) =>
    // Include dramas of the current instant: the session may have answered the last question before they happened.
    goesOn
      ? (drama.step > news.seen || isHere(drama, here)) && (!here.playing || here.speed <= FASTEST)
      : isHere(drama, here),
  );
  const old = goesOn ? news.shown : same && news.seen === here.step ? news.shown : [];
  const kept = old.filter(
    ({ drama, since }) =>
      !fresh.some(({ facts }) => facts.kind === drama.facts.kind && drama.at > here.at - MICROS_PER_SECOND) &&
      !fresh.includes(drama) &&
      (now - since < HEADLINE_MS || (!here.playing && isHere(drama, here))),
  );
  const shown = [...fresh.toSorted(byNews).map((drama) => ({ drama, since: now })), ...kept];
  const unique = shown.filter(
    ({ drama }, i) =>
      shown.findIndex((o) => o.drama.step === drama.step && o.drama.facts.kind === drama.facts.kind) === i,
  );
  return { place: here.place, seen: here.step, shown: unique };
}

/** Removes headlines whose time is over, except those of the instant at which the run is paused. */
export function agedNews(news: News, here: NewsPlace, now: RealMillis): News {
  const shown = news.shown.filter(
    ({ drama, since }) => now - since < HEADLINE_MS || (!here.playing && isHere(drama, here)),
  );
  return shown.length === news.shown.length ? news : { ...news, shown };
}

function isHere(drama: Drama, { step, at }: NewsPlace): boolean {
  return drama.step === step || drama.at === at;
}
