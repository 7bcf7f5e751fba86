import { useRef, type PointerEvent } from 'react';
import type { ZoomMoves } from './useZoomWheel.ts';

/** Maximum movement of a press that counts as a click, in pixels. */
export const CLICK_PX = 4;
/** Minimum distance of two fingers for a pinch, in pixels. */
const PINCH_PX = 8;

export type ZoomPointers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<Element>) => void
>;

/**
 * Handles pointers over an element: dragging one pointer pans, moving two apart or together zooms around their middle,
 * and a press without movement is a click. Positions are in pixels from the element's top left corner.
 */
export function useZoomPointers(
  { zoom, slide }: ZoomMoves,
  onClick?: (x: number, y: number) => void,
): ZoomPointers {
  /** x of each pressed pointer, in pixels of the window. */
  const pointers = useRef(new Map<number, number>()).current;
  const moved = useRef(false);
  const lift = ({ pointerId }: PointerEvent): boolean => pointers.delete(pointerId);
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      pointers.set(event.pointerId, event.clientX);
      moved.current = false;
    },
    onPointerMove(event) {
      const { currentTarget, pointerId, clientX } = event;
      // No button is pressed: the pointer was released outside the element.
      if (event.buttons === 0) lift(event);
      const before = pointers.get(pointerId);
      if (before === undefined) return;
      const other = [...pointers].find(([id]) => id !== pointerId)?.[1];
      const still = !moved.current && Math.abs(clientX - before) <= CLICK_PX;
      if (still || (slide === null && other === undefined)) return;
      moved.current = true;
      pointers.set(pointerId, clientX);
      // Capture the pointer only once it has moved: capturing suppresses clicks on the elements inside.
      currentTarget.setPointerCapture(pointerId);
      if (other === undefined) return slide?.(before - clientX, 'drag');
      const old = Math.abs(before - other);
      const apart = Math.abs(clientX - other);
      const middle = (clientX + other) / 2 - currentTarget.getBoundingClientRect().left;
      if (old > PINCH_PX && apart > PINCH_PX) zoom(old / apart, middle);
    },
    onPointerUp(event) {
      if (!lift(event) || moved.current) return;
      const { left, top } = event.currentTarget.getBoundingClientRect();
      onClick?.(event.clientX - left, event.clientY - top);
    },
    onPointerCancel: lift,
  };
}
