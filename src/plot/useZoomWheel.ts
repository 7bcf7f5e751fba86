import { useEffect, type RefObject } from 'react';

/** What a wheel has to turn to show half or twice as much. */
const WHEEL_HALF = 240;

/** What a picture along an axis of time can do; pixels are those of its element, from its left edge. */
export interface ZoomMoves {
  /** Shows `factor` times as much, about what is at `x`; a factor below 1 is closer. */
  zoom: (factor: number, x: number) => void;
  /** Goes on by some pixels of a drag, or by what a wheel was turned sideways. Null = all is shown: nowhere to go. */
  slide: ((pixels: number, by: 'drag' | 'wheel') => void) | null;
}

/** Listens to the wheel over an element, which then does not scroll the page. */
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
    // React's own listener is passive, and a page that scrolls under a zoom is no zoom.
    element.addEventListener('wheel', listener, { passive: false });
    return () => {
      element.removeEventListener('wheel', listener);
    };
  }, [ref, onWheel]);
}

/** The wheel over a picture, and a pinch on a touchpad: up and down zoom about the pointer, sideways or with Shift slides. */
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
