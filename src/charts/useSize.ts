import { useLayoutEffect, useState, type RefObject } from 'react';

export interface Size {
  width: number;
  height: number;
  /** Pixels per rem. Pictures multiply by it, because the root font size scales the whole page. */
  rem: number;
}

function rootPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

/** Content size of an element in pixels; null before it is known. Changes below half a pixel are ignored. */
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
    // Measure here, before the first paint; the observer's callback would come after it.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [ref]);
  return size;
}
