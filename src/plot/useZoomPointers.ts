import { useRef, type PointerEvent } from 'react';
import type { ZoomMoves } from './useZoomWheel.ts';

/** A press that moves no further than this is a click, in pixels. */
export const CLICK_PX = 4;
/** Closer fingers than this say nothing about a scale, in pixels. */
const PINCH_PX = 8;

/** Pointers that are down on a picture. */
export type ZoomPointers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<Element>) => void
>;

/**
 * Pointers on a picture: one that is dragged slides it, two zoom about the middle between them, and a press that stays is
 * a click at that place (pixels from the corner of the element).
 */
export function useZoomPointers(
  { zoom, slide }: ZoomMoves,
  onClick?: (x: number, y: number) => void,
): ZoomPointers {
  /** Where each pointer is that is down, in pixels of the window. */
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
      // It was let go elsewhere.
      if (event.buttons === 0) lift(event);
      const before = pointers.get(pointerId);
      if (before === undefined) return;
      const other = [...pointers].find(([id]) => id !== pointerId)?.[1];
      const still = !moved.current && Math.abs(clientX - before) <= CLICK_PX;
      if (still || (slide === null && other === undefined)) return;
      moved.current = true;
      pointers.set(pointerId, clientX);
      // Not before: what was captured has no clicks on what lies in it.
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
