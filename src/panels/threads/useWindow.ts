import type { Micros } from '../../protocol/units.ts';
import { useState } from 'react';
import { useSession } from '../../store/hooks.ts';
import { useGroup } from '../kinds/groups.ts';
import { viewOf } from '../kinds/views.ts';
import type { TimeWindow } from '../../plot/time-window.ts';
import { moveBy, zoomAbout } from './time-scale.ts';

export interface LanesWindow {
  window: TimeWindow;
  /** From the start of the run to just after its known or precomputed part. */
  whole: TimeWindow;
  zoom: (factor: number, at?: Micros) => void;
  move: (by: number) => void;
  /** Centres the window on an instant. */
  centre: (at: Micros) => void;
  fit: () => void;
  /** Lets the window follow the cursor again. */
  reset: () => void;
  fitted: boolean;
}

function spanOf(spans: readonly number[], known: number): number {
  return spans.find((span) => span >= known * 1.1) ?? (spans.at(-1) as number);
}

/** Share of its span by which the window moves when the cursor leaves it. Until then the window stays. */
const PAGE = 0.75;

/** The window of the lanes. It shows a short story whole and a long run page by page, until the reader zooms. */
export function useWindow(): LanesWindow {
  const run = useSession((session) => session.run);
  const cursor = useSession((session) => session.cursor.at);
  const head = useSession((session) => session.head.at);
  const { story, spans } = useGroup();
  const foreseen = useSession(({ scenario }) => (scenario && viewOf(scenario).foreseen?.(scenario)) ?? 0);
  const [chosen, setChosen] = useState<{ run: number; window: TimeWindow; cursor: Micros } | null>(null);
  const known = Math.max(head, foreseen);
  const span = spanOf(spans, Math.max(known, cursor));
  const whole = { from: 0, to: Math.max(known * 1.04, story ? 1_000 : span) };
  const own = chosen?.run === run ? chosen : null;
  const window =
    own !== null
      ? cursor === own.cursor
        ? own.window
        : pageOf(own.window, cursor)
      : story
        ? whole
        : pageOf({ from: 0, to: span }, cursor);
  const set = (next: TimeWindow): void => setChosen({ run, window: next, cursor });
  return {
    window,
    whole,
    zoom: (factor, at = cursor) => set(zoomAbout(window, at, factor)),
    move: (by) => set(moveBy(window, by)),
    centre: (at) => set(moveBy(window, at - (window.from + window.to) / 2)),
    fit: () => set(whole),
    reset: () => setChosen(null),
    fitted: own === null,
  };
}

/** The window, moved by whole pages until it holds the cursor. */
export function pageOf({ from, to }: TimeWindow, cursor: Micros): TimeWindow {
  if (cursor >= from && cursor <= to) return { from, to };
  const page = (to - from) * PAGE;
  // The past gets more room than the future: within a page the cursor moves from a quarter to the end.
  const start = Math.max(0, from + Math.floor((cursor - from) / page) * page - (to - from) * (1 - PAGE));
  return { from: start, to: start + (to - from) };
}
