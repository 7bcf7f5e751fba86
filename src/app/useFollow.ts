import { useEffect, useRef, type RefObject } from 'react';
import { useRuntime } from '../store/hooks.ts';
import { onRunEdited } from '../store/run-edits.ts';
import type { Opened } from './place.ts';

/** The address is brought up to date when nothing has moved for so long. */
const REST_MS = 700;

/**
 * Keeps the address bar at what the page shows: place, branch, changes, selection. It replaces the address, so that the
 * history has one entry for a run and not one for each step; reload and Back come to where the reader was.
 */
export function useFollow(opened: RefObject<Opened | null>, isRun: boolean): void {
  const runtime = useRuntime();
  const shown = useRef(isRun);
  useEffect(() => {
    shown.current = isRun;
  }, [isRun]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => follow(false), REST_MS);
    };
    const follow = (edited: boolean): void =>
      void import('./follow.ts')
        .then((part) => part.follow(runtime, opened, shown, edited))
        .catch(console.error);
    const stop = runtime.store.subscribe(later);
    // What a reader does is in the address at once, also while the run plays: a reload must not lose it.
    const unhear = onRunEdited(() => follow(true));
    return () => {
      stop();
      unhear();
      clearTimeout(timer);
    };
  }, [runtime, opened]);
}
