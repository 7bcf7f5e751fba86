import { useRef, useState, type PointerEvent, type RefObject } from 'react';
import { panBy, zoomAbout } from '../timeline/layout.ts';
import { useWheelZoom } from '../timeline/useZoom.ts';
import type { TimeWindow } from './lanes-layout.ts';

/** A press that moves less than this is a click. */
const DRAG_MIN = 4;

type DragHandlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
>;

export interface LanesZoom {
  /** What is shown; null = everything. */
  window: TimeWindow | null;
  fit: () => void;
  /** Drag along when zoomed. */
  drag: DragHandlers;
}

/**
 * Wheel and pinch with the Control key, as maps do, so that a page that scrolls is not caught; about the pointer. A drag
 * moves what is zoomed, a double click shows all. `left` = pixels before the axis begins.
 */
export function useLanesZoom(box: RefObject<HTMLElement | null>, whole: TimeWindow, left: number): LanesZoom {
  const [asked, setWindow] = useState<TimeWindow | null>(null);
  const window = asked !== null && asked.from < whole.to ? asked : null;
  const at = useRef<{ x: number; moved: boolean } | null>(null);
  const shown = window ?? whole;
  const widthOf = (): number => Math.max(1, (box.current?.clientWidth ?? 1) - left);
  useWheelZoom(box, (event) => {
    const rect = box.current?.getBoundingClientRect();
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    if (sideways && window !== null) {
      setWindow(panBy(window, (event.deltaX || event.deltaY) / 1000, whole.to));
      return;
    }
    const x = event.clientX - (rect?.left ?? 0) - left;
    const under = shown.from + (x / widthOf()) * (shown.to - shown.from);
    setWindow(zoomAbout(shown, under, 2 ** (event.deltaY / 240), whole.to - whole.from));
  });
  const end = (): void => {
    at.current = null;
  };
  return {
    window,
    fit: () => setWindow(null),
    drag: {
      onPointerDown(event) {
        if (window !== null && event.button === 0) at.current = { x: event.clientX, moved: false };
      },
      onPointerMove(event) {
        const from = at.current;
        if (from === null || window === null) return;
        const by = event.clientX - from.x;
        if (!from.moved && Math.abs(by) < DRAG_MIN) return;
        if (!from.moved) event.currentTarget.setPointerCapture(event.pointerId);
        at.current = { x: event.clientX, moved: true };
        setWindow(panBy(window, -by / widthOf(), whole.to));
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
