import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { LanesWindow } from './useWindow.ts';

/** A press that moves less than this is a click. */
const CLICK_PX = 4;

interface Gestures {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/** Wheel and pinch zoom about the pointer, dragging pans, a press that stays is a click at that place. */
export function useGestures(
  ref: RefObject<HTMLElement | null>,
  view: LanesWindow,
  width: number,
  onClick: (x: number, y: number) => void,
): Gestures {
  const state = useRef({ pointers: new Map<number, number>(), from: 0, moved: 0 });
  const latest = useRef({ view, width });
  useEffect(() => {
    latest.current = { view, width };
  });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { view: now, width: wide } = latest.current;
      const span = now.window.to - now.window.from;
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
      if (sideways) {
        now.move(((event.deltaX || event.deltaY) / Math.max(1, wide)) * span);
        return;
      }
      const x = event.clientX - element.getBoundingClientRect().left;
      now.zoom(2 ** (event.deltaY / 240), now.window.from + (x / Math.max(1, wide)) * span);
    };
    // React's own listener is passive, and a page that scrolls under a zoom is no zoom.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
    };
  }, [ref]);
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      const { pointers } = state.current;
      pointers.set(event.pointerId, event.clientX);
      state.current.moved = 0;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      const { pointers } = state.current;
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const span = view.window.to - view.window.from;
      const others = [...pointers].filter(([id]) => id !== event.pointerId);
      const [other] = others;
      state.current.moved += Math.abs(event.clientX - before);
      if (other !== undefined) {
        const old = Math.abs(before - other[1]);
        const apart = Math.abs(event.clientX - other[1]);
        const left = event.currentTarget.getBoundingClientRect().left;
        const middle = (event.clientX + other[1]) / 2 - left;
        if (old > 8 && apart > 8) view.zoom(old / apart, view.window.from + (middle / width) * span);
      } else if (state.current.moved > CLICK_PX) {
        view.move((-(event.clientX - before) / Math.max(1, width)) * span);
      }
      pointers.set(event.pointerId, event.clientX);
    },
    onPointerUp(event) {
      const { pointers, moved } = state.current;
      if (!pointers.delete(event.pointerId) || moved > CLICK_PX) return;
      const box = event.currentTarget.getBoundingClientRect();
      onClick(event.clientX - box.left, event.clientY - box.top);
    },
    onPointerCancel(event) {
      state.current.pointers.delete(event.pointerId);
    },
  };
}
