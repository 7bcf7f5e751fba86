import { useState, type RefObject } from 'react';
import { type ZoomPointers, useZoomPointers } from '../kit/useZoomPointers.ts';
import { useZoomWheel, type ZoomMoves } from '../kit/useZoomWheel.ts';
import { panBy, zoomTrack } from '../timeline/layout.ts';
import type { TimeWindow } from './lanes-layout.ts';

export interface LanesZoom {
  /** What is shown; null = everything. */
  window: TimeWindow | null;
  fit: () => void;
  /** Drag along when zoomed. */
  drag: ZoomPointers;
}

/** A wheel zooms about the pointer, a drag moves what is zoomed. `left` = pixels before the axis begins. */
export function useLanesZoom(box: RefObject<HTMLElement | null>, whole: TimeWindow, left: number): LanesZoom {
  const [asked, setWindow] = useState<TimeWindow | null>(null);
  const window = asked !== null && asked.from < whole.to ? asked : null;
  const shown = window ?? whole;
  const widthOf = (): number => Math.max(1, (box.current?.clientWidth ?? 1) - left);
  const moves: ZoomMoves = {
    zoom(factor, x) {
      const under = shown.from + ((x - left) / widthOf()) * (shown.to - shown.from);
      setWindow(zoomTrack(shown, under, factor, whole.to - whole.from));
    },
    slide:
      window === null
        ? null
        : (pixels, by) => setWindow(panBy(window, pixels / (by === 'wheel' ? 1000 : widthOf()), whole.to)),
  };
  useZoomWheel(box, moves);
  return { window, fit: () => setWindow(null), drag: useZoomPointers(moves) };
}
