import { beginAnimation } from '../../store/idle.ts';
import { EASE } from '../../ui/ease.ts';
import { cellLeavesIn } from '../kit/running-film.ts';
import css from './strip.module.css';

const SLIDE_MS = 180;
/** Duration for the tile of a preemption: longer, because this slide is the last part of the film. */
const FILM_SLIDE_MS = 260;
/** Milliseconds to wait until the film has drawn the entry that leaves its card. */
const FILM_FRAMES_MS = 40;
const FILM_EASE = 'cubic-bezier(0.37, 0, 0.63, 1)';

/**
 * Animates a copy of a new tile from the stage to the strip, above everything, because the strip clips its content.
 * During the film of a preemption, the copy starts when the first entry leaves its card. Until the copy arrives, the
 * tile is hidden. `cell` finds the start; null = the tile appears without a slide.
 */
export function slide(tile: HTMLElement, cell: () => DOMRect | null): () => void {
  const end = beginAnimation();
  const hide = tile.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 60_000 });
  let flight: { cancel: () => void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    flight?.cancel();
    hide.cancel();
    end();
  };
  // Wait a frame: the film of the stage begins in the same commit, before or after this call.
  const frame = requestAnimationFrame(() => {
    const wait = cellLeavesIn();
    const later = wait > 0 ? wait + FILM_FRAMES_MS : 0;
    timer = setTimeout(() => {
      const from = cell();
      if (from === null) stop();
      else flight = fly(tile, from, wait > 0, stop);
    }, later);
  });
  return stop;
}

function fly(tile: HTMLElement, from: DOMRect, film: boolean, over: () => void): { cancel: () => void } {
  const to = tile.getBoundingClientRect();
  const copy = tile.cloneNode(true) as HTMLElement;
  copy.className = `${css.tile} collar ${css.flyingTile}`;
  // Set `translate` again on the copy, because the copy is outside the panel that is not translated.
  copy.translate = false;
  copy.style.transform = '';
  copy.style.left = `${to.left}px`;
  copy.style.top = `${to.top}px`;
  copy.style.width = `${to.width}px`;
  copy.style.height = `${to.height}px`;
  document.body.append(copy);
  const size = Math.min(1, 10 / Math.max(1, to.width));
  const dx = from.right - to.left - to.width * size;
  const dy = from.bottom - to.top - to.height * size;
  const animation = copy.animate(
    [
      { transform: `translate(${dx}px,${dy}px) scale(${size})`, opacity: 0.9 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: film ? FILM_SLIDE_MS : SLIDE_MS, easing: film ? FILM_EASE : EASE, fill: 'both' },
  );
  animation.onfinish = over;
  return {
    cancel() {
      animation.cancel();
      copy.remove();
    },
  };
}
