import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Theme } from './colours.ts';

interface CanvasProps {
  width: number;
  height: number;
  /** Draws in CSS pixels on a cleared canvas. Pass a new function when the picture changes, and only then. */
  draw: (context: CanvasRenderingContext2D) => void;
  className?: string | undefined;
}

/** A canvas at device resolution. Hidden from screen readers: a tree or a table on the page has the same facts. */
export function Canvas({ width, height, draw, className }: CanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (canvas === null || context === null || context === undefined) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const [wide, high] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    // Setting the size clears the buffer, so it is only set when it changes.
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context);
  }, [width, height, draw]);
  return <canvas ref={ref} className={className} style={{ width, height }} aria-hidden="true" />;
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    observer.disconnect();
  };
}

/** Hook: the page's theme. Needed for drawing on a canvas, where CSS variables do not work. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
  );
}
