import type { BranchId, StepNumber } from '../../protocol/ids.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { announce, type Announcement } from '../../explain/announce.ts';
import type { DramaPage } from '../../protocol/dramas.ts';
import type { Micros } from '../../protocol/units.ts';
import { useRuntime, useSession } from '../../store/hooks.ts';
import { useAnswer } from '../kit/useAnswer.ts';
import { useNames } from '../kit/useNames.ts';
import { agedNews, HEADLINE_MS, hearDramas, type News, type NewsPlace, NO_NEWS } from './news.ts';

/** What happened up to the cursor, newest first; null before the first answer. */
export function useDramas(): DramaPage | null {
  return useAnswer('dramas', (actions) => actions.ask('dramas'));
}

/** The headline and those before it that still stand. `held`: the reader is at it, so it stays. */
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
