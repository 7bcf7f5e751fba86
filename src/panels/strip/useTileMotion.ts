import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useApp, useView } from '../../store/hooks.ts';
import { whileBusy } from '../../store/idle.ts';
import { selectMotion } from '../../store/selectors.ts';
import css from './strip.module.css';

/**
 * Slides the newest tile from the selected entry on the stage to its place in the strip. Finds the card in the other
 * panel by its message number; without a card the tile just appears.
 */
export function useTileMotion(box: RefObject<HTMLElement | null>, newest: number): void {
  const motion = useApp(selectMotion);
  const reduced = useView((view) => view.reducedMotion);
  const before = useRef(newest);
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    // If the code cannot be loaded, the tile appears in its place without a slide.
    if (slide === null) void whileBusy(fetchSlide()).catch(() => undefined);
    return () => stop.current?.();
  }, []);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = newest;
    // Frames that only move the clock do not end a slide.
    if (newest === last) return;
    stop.current?.();
    if (newest !== last + 1 || motion !== 'travel' || reduced) return;
    const tile = box.current?.querySelector<HTMLElement>(`.${css.tile}[data-delivery="${newest}"]`);
    const card = `[role="treeitem"][data-number="${tile?.dataset['number']}"]`;
    if (tile === null || tile === undefined || document.querySelector(card) === null) return;
    const cell = (): DOMRect | null =>
      document.querySelector(`${card} .cell-busy`)?.getBoundingClientRect() ?? null;
    stop.current = slide?.(tile, cell);
  }, [box, newest, motion, reduced]);
}

/** Loaded after the first picture. */
let slide: typeof import('./slide.ts').slide | null = null;

async function fetchSlide(): Promise<void> {
  ({ slide } = await import('./slide.ts'));
}
