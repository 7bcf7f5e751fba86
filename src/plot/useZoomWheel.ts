import { useEffect, type RefObject } from 'react';

/** Wheel distance that halves or doubles the visible time, in pixels. */
const WHEEL_HALF = 240;

/** Zoom and pan of a picture with a time axis. `x` is in pixels from the left edge of the element. */
export interface ZoomMoves {
  /** Multiplies the visible time by `factor` around `x`. A factor below 1 zooms in. */
  zoom: (factor: number, x: number) => void;
  /** Pans by pixels. Null while the whole range is visible. */
  slide: ((pixels: number, by: 'drag' | 'wheel') => void) | null;
}

/** Handles the wheel over an element and keeps the page from scrolling. */
export function useWheelOver(
  ref: RefObject<GlobalEventHandlers | null>,
  onWheel: (event: WheelEvent) => void,
): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const listener = (event: WheelEvent): void => {
      event.preventDefault();
      onWheel(event);
    };
    // React's listener is passive and could not keep the page from scrolling.
    element.addEventListener('wheel', listener, { passive: false });
    return () => {
      element.removeEventListener('wheel', listener);
    };
  }, [ref, onWheel]);
}

/** Handles wheel and touchpad: scrolling or pinching zooms around the pointer; horizontal or Shift scrolling pans. */
export function useZoomWheel(
  ref: RefObject<HTMLElement | SVGElement | null>,
  { zoom, slide }: ZoomMoves,
): void {
  useWheelOver(ref, (event) => {
    const { deltaX, deltaY, shiftKey, clientX } = event;
    const sideways = Math.abs(deltaX) > Math.abs(deltaY) || shiftKey;
    if (sideways && slide !== null) slide(deltaX || deltaY, 'wheel');
    else zoom(2 ** (deltaY / WHEEL_HALF), clientX - (ref.current?.getBoundingClientRect().left ?? 0));
  });
}
