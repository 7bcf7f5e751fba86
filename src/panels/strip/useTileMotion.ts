import { useLayoutEffect, useRef, type RefObject } from 'react';
import { beginAnimation } from '../../store/idle.ts';
import { useApp, useView } from '../../store/hooks.ts';
import { selectMotion } from '../../store/selectors.ts';
import { EASE } from '../kit/ease.ts';
import './strip.css';

const SLIDE_MS = 180;

/**
 * The newest tile slides from the entry that was selected, on the stage, to its place in the strip. The stage is another
 * panel: its card is found by the message number that every mark carries, and without one the tile just appears.
 */
export function useTileMotion(box: RefObject<HTMLElement | null>, newest: number): void {
  const motion = useApp(selectMotion);
  const reduced = useView((view) => view.reducedMotion);
  const before = useRef(newest);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = newest;
    if (newest !== last + 1 || motion !== 'travel' || reduced) return undefined;
    const tile = box.current?.querySelector<HTMLElement>(`.tile[data-delivery="${newest}"]`);
    const number = tile?.dataset['number'];
    const cell = document.querySelector(`[role="treeitem"][data-number="${number}"] .cell-busy`);
    if (tile === null || tile === undefined || cell === null) return undefined;
    return slide(tile, cell.getBoundingClientRect());
  }, [box, newest, motion, reduced]);
}

/** A copy flies above everything: the strip cuts off what leaves it. */
function slide(tile: HTMLElement, from: DOMRect): () => void {
  const to = tile.getBoundingClientRect();
  const copy = tile.cloneNode(true) as HTMLElement;
  copy.className = 'tile collar flying-tile';
  // Outside of the panel that is not translated.
  copy.translate = false;
  copy.style.transform = '';
  copy.style.left = `${to.left}px`;
  copy.style.top = `${to.top}px`;
  copy.style.width = `${to.width}px`;
  copy.style.height = `${to.height}px`;
  document.body.append(copy);
  const end = beginAnimation();
  const size = Math.min(1, 10 / Math.max(1, to.width));
  const dx = from.right - to.left - to.width * size;
  const dy = from.bottom - to.top - to.height * size;
  const animation = copy.animate(
    [
      { transform: `translate(${dx}px,${dy}px) scale(${size})`, opacity: 0.9 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: SLIDE_MS, easing: EASE, fill: 'both' },
  );
  const hide = tile.animate([{ opacity: 0 }, { opacity: 0 }], { duration: SLIDE_MS });
  const stop = (): void => {
    animation.cancel();
    hide.cancel();
    copy.remove();
    end();
  };
  animation.onfinish = stop;
  return stop;
}
