import type { TimerNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import { useCallback, useState } from 'react';
import type { WheelDetail, WheelQuestion } from '../../protocol/wheel.ts';
import { useSession } from '../../store/hooks.ts';
import type { Lod } from './geometry.ts';
import { useLatest } from '../kit/useLatest.ts';

type Bucket = { level: number; bucket: number };

/** The wheel at the cursor, and the reader's view of it, which changes nothing in the run. */
export interface WheelView {
  detail: WheelDetail | null;
  now: Micros;
  follow: number;
  hovered: number;
  open: Bucket | null;
  lod: Lod;
  table: boolean;
  setFollow: (timer: TimerNumber) => void;
  setHovered: (timer: TimerNumber) => void;
  setOpen: (level: number, bucket: number) => void;
  setLod: (lod: Lod) => void;
  setTable: (table: boolean) => void;
}

/** The view of a run that has a wheel. */
export type ShownWheel = WheelView & { detail: WheelDetail };

/** The wheel at the cursor; null before the first answer, and in a run without one. */
export function useWheel({ follow, open }: WheelQuestion): WheelDetail | null {
  const key = `${follow} ${open === null ? '' : `${open.level} ${open.bucket}`}`;
  return useLatest(key, (actions) => actions.ask('wheel', { follow, open }));
}

/** The view of the wheel. Until the reader opens a bucket, the bucket that is due next is open. */
export function useWheelView(): WheelView {
  const run = useSession((session) => session.run);
  const now = useSession((session) => session.cursor.at);
  const [choice, setChoice] = useState<{ run: number; follow: number; open: Bucket | null }>({
    run,
    follow: 0,
    open: null,
  });
  const own = choice.run === run ? choice : { run, follow: 0, open: null };
  const [hovered, setHovered] = useState(0);
  const [lod, setLod] = useState<Lod>('timers');
  const [table, setTable] = useState(false);
  const [nextUp, setNextUp] = useState<Bucket | null>(null);
  const open = own.open ?? nextUp;
  const detail = useWheel({ follow: own.follow, open });
  const next = detail?.queue[0];
  if (next !== undefined && (nextUp?.level !== next.level || nextUp.bucket !== next.bucket))
    setNextUp({ level: next.level, bucket: next.bucket });
  const setFollow = useCallback(
    (timer: TimerNumber) => {
      // Opening the timer's bucket too shows its neighbours in the list.
      const token = detail?.timers.find(({ id }) => id === timer);
      const home =
        token === undefined || token.bucket < 0 ? null : { level: token.level, bucket: token.bucket };
      setChoice((old) => {
        const mine = old.run === run ? old : { run, follow: 0, open: null };
        return mine.follow === timer
          ? { ...mine, follow: 0 }
          : { run, follow: timer, open: home ?? mine.open };
      });
    },
    [run, detail],
  );
  const setOpen = useCallback(
    (level: number, bucket: number) =>
      setChoice((old) => {
        const same = old.run === run && old.open?.level === level && old.open.bucket === bucket;
        return { run, follow: old.run === run ? old.follow : 0, open: same ? null : { level, bucket } };
      }),
    [run],
  );
  return {
    detail,
    now,
    follow: own.follow,
    hovered,
    open,
    lod,
    table,
    setFollow,
    setHovered,
    setOpen,
    setLod,
    setTable,
  };
}
