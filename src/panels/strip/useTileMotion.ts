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
  useEffect(() => {
    // If the code cannot be loaded, the tile appears in its place without a slide.
    if (slide === null) void whileBusy(fetchSlide()).catch(() => undefined);
  }, []);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = newest;
    if (newest !== last + 1 || motion !== 'travel' || reduced) return undefined;
    const tile = box.current?.querySelector<HTMLElement>(`.${css.tile}[data-delivery="${newest}"]`);
    const number = tile?.dataset['number'];
    const cell = document.querySelector(`[role="treeitem"][data-number="${number}"] .cell-busy`);
    if (tile === null || tile === undefined || cell === null) return undefined;
    return slide?.(tile, cell.getBoundingClientRect());
  }, [box, newest, motion, reduced]);
}

/** Loaded after the first picture. */
let slide: typeof import('./slide.ts').slide | null = null;

async function fetchSlide(): Promise<void> {
  ({ slide } = await import('./slide.ts'));
}
