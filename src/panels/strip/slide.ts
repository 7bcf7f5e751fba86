import { beginAnimation } from '../../store/idle.ts';
import { EASE } from '../../ui/ease.ts';
import css from './strip.module.css';

const SLIDE_MS = 180;

/** Animates a copy of a new tile from the stage to the strip, above everything, because the strip clips its content. */
export function slide(tile: HTMLElement, from: DOMRect): () => void {
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
