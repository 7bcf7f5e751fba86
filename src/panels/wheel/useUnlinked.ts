import { useEffect, useState } from 'react';
import type { OpenedBucket, TimerToken } from '../../protocol/wheel.ts';
import { beginAnimation } from '../../store/idle.ts';
import { useApp, useView } from '../../store/hooks.ts';
import { selectMotion } from '../../store/selectors.ts';

const UNLINK_MS = 240;

/** A node of the list; one that leaves is gone from the bucket and seen for a moment more. */
export interface ListItem {
  timer: TimerToken;
  leaving: boolean;
}

/**
 * Nodes of the opened bucket, with those that a cancel has just taken out: the neighbours close up where it was. Only
 * forward, only in the same bucket before it opens, and not for readers who asked for less motion.
 */
export function useUnlinked(opened: OpenedBucket | null, most: number): ListItem[] {
  const reduced = useView((view) => view.reducedMotion);
  const forward = useApp(selectMotion) === 'travel';
  const [seen, setSeen] = useState<{ opened: OpenedBucket | null; leaving: ListItem[] }>({
    opened,
    leaving: [],
  });
  if (seen.opened !== opened) {
    const moving = forward && !reduced && sameBucket(seen.opened, opened);
    const leaving = moving ? leftOf(seen.opened, opened, most) : [];
    setSeen({ opened, leaving });
  }
  const { leaving } = seen;
  useEffect(() => {
    if (leaving.length === 0) return undefined;
    const end = beginAnimation();
    const timer = setTimeout(() => setSeen((old) => ({ ...old, leaving: [] })), UNLINK_MS);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [leaving]);
  const present = (opened?.timers ?? []).slice(0, most).map((timer) => ({ timer, leaving: false }));
  return leaving.length > 0 ? leaving : present;
}

function sameBucket(a: OpenedBucket | null, b: OpenedBucket | null): boolean {
  return a !== null && b !== null && a.level === b.level && a.bucket === b.bucket && a.due === b.due;
}

/** The list as it was, with what has left marked; empty when nothing has. */
function leftOf(before: OpenedBucket | null, now: OpenedBucket | null, most: number): ListItem[] {
  const here = new Set((now?.timers ?? []).map(({ id }) => id));
  const items = (before?.timers ?? [])
    .slice(0, most)
    .map((timer) => ({ timer, leaving: !here.has(timer.id) }));
  return items.some(({ leaving }) => leaving) ? items : [];
}
