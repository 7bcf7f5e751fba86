import { useEffect, useRef, type RefObject } from 'react';
import { useApp } from '../../store/hooks.ts';
import { selectMotion } from '../../store/selectors.ts';
import type { StageInput } from './input.ts';
import type { StageLayout } from './marks.ts';

/** After a reader has scrolled, the stage does not scroll by itself for so long. */
const HANDS_OFF_MS = 4000;
const MARGIN = 24;

/** Keeps the current job in the box: by the least distance, and never against the reader's hand. */
export function useCurrentInView(
  scroller: RefObject<HTMLElement | null>,
  { width: boxWidth, height: boxHeight }: Pick<StageInput, 'width' | 'height'>,
  layout: StageLayout,
): void {
  const motion = useApp(selectMotion);
  const touched = useRef(-HANDS_OFF_MS);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const touch = (): void => {
      touched.current = performance.now();
    };
    const kinds = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
    for (const kind of kinds) box.addEventListener(kind, touch, { passive: true });
    return () => {
      for (const kind of kinds) box.removeEventListener(kind, touch);
    };
  }, [scroller]);

  const current = layout.jobs.find((mark) => mark.current);
  const { x = 0, y = 0, width = 0, height = 0 } = current ?? {};
  // All of it is in view: asking where the box stands would have the browser work out the layout in every frame.
  const whole = layout.width <= boxWidth && layout.height <= boxHeight;
  useEffect(() => {
    const box = scroller.current;
    if (box === null || whole || width === 0) return undefined;
    if (performance.now() - touched.current < HANDS_OFF_MS) return undefined;
    const rail = layout.rail === null ? 0 : layout.metrics.rail;
    // Before the next paint: asked at once, the browser would work out the layout for this alone.
    const frame = requestAnimationFrame(() => {
      const left = nearest(box.scrollLeft, box.clientWidth, x - MARGIN, x + width + MARGIN);
      const top = nearest(box.scrollTop, box.clientHeight, y - rail - MARGIN / 2, y + height + MARGIN);
      if (left === box.scrollLeft && top === box.scrollTop) return;
      box.scrollTo({ left, top, behavior: motion === 'travel' ? 'smooth' : 'auto' });
    });
    return () => cancelAnimationFrame(frame);
    // Not when the box or the other cards change: only when the current card is somewhere else.
  }, [scroller, whole, motion, x, y, width, height, layout.rail, layout.metrics.rail]);
}

/** Scroll position closest to the present one that shows `from` to `to`, or the start of it when it is larger. */
function nearest(at: number, length: number, from: number, to: number): number {
  if (from < at) return Math.max(0, from);
  if (to > at + length) return Math.max(0, Math.min(from, to - length));
  return at;
}
