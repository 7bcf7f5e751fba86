import { useState } from 'react';
import type { Micros } from '../../protocol/units.ts';
import { useSession } from '../../store/hooks.ts';
import { pageHolding, panBy, zoomTrack, type TimeWindow } from './layout.ts';
import { useRunSpan } from './useRunSpan.ts';

export interface Zoom {
  window: TimeWindow;
  /** The window whose data is fetched. It is ahead of `window` while the axis grows. */
  asked: TimeWindow;
  zoomed: boolean;
  /** Zooms around the instant, or around the cursor without one. A factor below 1 zooms in. */
  zoom: (factor: number, at?: Micros) => void;
  pan: (share: number) => void;
  fit: () => void;
}

interface Chosen {
  run: number;
  window: TimeWindow;
  /** Cursor position when the window was chosen. */
  cursor: Micros;
}

/** The window to show. After the reader has moved it elsewhere, it returns to the cursor when the cursor moves. */
function shownWindow(chosen: Chosen, cursor: Micros): TimeWindow {
  return cursor === chosen.cursor ? chosen.window : pageHolding(chosen.window, cursor);
}

/** The shown part of the run: everything until the reader zooms. A new run starts unzoomed. */
export function useZoom(): Zoom {
  const run = useSession((session) => session.run);
  const { whole, shown } = useRunSpan();
  const cursor = useSession((session) => session.cursor.at);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const zoomed = chosen !== null && chosen.run === run;
  const window = zoomed ? shownWindow(chosen, cursor) : { from: 0, to: shown };
  const set = (next: TimeWindow | null): void =>
    setChosen(next === null ? null : { run, window: next, cursor });
  return {
    window,
    asked: zoomed ? window : { from: 0, to: whole },
    zoomed,
    zoom: (factor, at = cursor) => set(zoomTrack(window, at, factor, whole)),
    pan: (share) => {
      if (zoomed) set(panBy(window, share, whole));
    },
    fit: () => set(null),
  };
}
