import { useLayoutEffect, useState, type RefObject } from 'react';

export interface Size {
  width: number;
  height: number;
  /** Pixels per rem. Geometry is in pixels, and the root size scales the whole page. */
  rem: number;
}

function rootPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

/** Content size of an element; `null` before the first measurement. Ignores changes below half a pixel. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const next = { width: element.clientWidth, height: element.clientHeight, rem: rootPixels() };
      setSize((old) =>
        old !== null &&
        Math.abs(old.width - next.width) < 0.5 &&
        Math.abs(old.height - next.height) < 0.5 &&
        old.rem === next.rem
          ? old
          : next,
      );
    };
    // Measure before the first paint; the observer's callback comes later.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [ref]);
  return size;
}
