import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import type { JobId } from '../../protocol/ids.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { useActions } from '../../store/hooks.ts';
import { whileBusy } from '../../store/idle.ts';
import { createResting } from '../kit/resting.ts';
import type { CoinFound } from './coin-hover.ts';
import type { StageInput } from './input.ts';
import type { JobMark, StageLayout } from './stage-marks.ts';

export interface ForestKeyboard {
  /** The only card that the Tab key reaches. */
  tabStop: JobId;
  /** Handlers for the element that contains the marks. */
  keyboard: {
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
  };
}

/** Keyboard control of the tree: arrow keys move between cards, Enter selects. */
export function useForestKeyboard(input: StageInput, layout: StageLayout): ForestKeyboard {
  const actions = useActions();
  const [focused, setFocused] = useState<JobId>(0);
  const tabStop = tabStopOf(layout.jobs, focused);
  return {
    tabStop,
    keyboard: {
      onKeyDown(event) {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          actions.select(numberAt(event.target));
          return;
        }
        const shown = input.jobs.filter((job) => layout.jobs.some((mark) => mark.id === job.id));
        const next = focusAfter(event.key, tabStop, shown, layout.orientation);
        if (next === null) return;
        event.preventDefault();
        setFocused(next);
        document.getElementById(`stage-job-${next}`)?.focus();
      },
      onFocus(event) {
        const id = Number(/^stage-job-(\d+)$/.exec(event.target.id)?.[1] ?? 0);
        if (id !== 0) setFocused(id);
      },
    },
  };
}

/** The card that the Tab key reaches: the last focused one, else the current job, else the first. */
function tabStopOf(marks: readonly JobMark[], focused: JobId): JobId {
  const mark = marks.find((m) => m.id === focused) ?? marks.find((m) => m.current) ?? marks[0];
  return mark?.id ?? 0;
}

/** The job to which an arrow key moves the focus; the same job at an end, null for other keys. */
export function focusAfter(
  key: string,
  from: JobId,
  jobs: readonly JobRow[],
  orientation: 'rail' | 'outline',
): JobId | null {
  const at = jobs.findIndex((job) => job.id === from);
  const job = jobs[at];
  if (job === undefined) return null;
  // Arrow keys follow the picture. Turned by 90°, the list runs down and parents are on the left.
  const turned: Record<string, string> = {
    ArrowLeft: 'ArrowUp',
    ArrowRight: 'ArrowDown',
    ArrowUp: 'ArrowLeft',
    ArrowDown: 'ArrowRight',
  };
  switch (orientation === 'outline' ? (turned[key] ?? key) : key) {
    case 'ArrowLeft':
      return jobs[at - 1]?.id ?? from;
    case 'ArrowRight':
      return jobs[at + 1]?.id ?? from;
    case 'ArrowUp':
      return jobs.some((other) => other.id === job.parent) ? job.parent : from;
    case 'ArrowDown':
      return jobs.find((other) => other.parent === job.id)?.id ?? from;
    case 'Home':
      return jobs[0]?.id ?? from;
    case 'End':
      return jobs.at(-1)?.id ?? from;
    default:
      return null;
  }
}

export interface ForestPointer {
  coin: CoinFound | null;
  /** Handlers for the element that contains the marks. */
  pointer: {
    onPointerOver: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerLeave: () => void;
    onClick: (event: MouseEvent) => void;
  };
}

/** Loaded when the pointer first moves. */
let coins: typeof import('./coin-hover.ts') | undefined;
async function fetchCoins(): Promise<void> {
  coins = await import('./coin-hover.ts').catch(() => undefined);
}

/** Hovers the message under the pointer, or the one on which the coin there was spent. A click selects it. */
export function useForestPointer(layout: StageLayout): ForestPointer {
  const actions = useActions();
  const [coin, setCoin] = useState<CoinFound | null>(null);
  const [resting] = useState(createResting);
  return {
    coin,
    pointer: {
      onPointerOver(event) {
        if (event.pointerType === 'touch' || coin !== null || resting.came(event)) return;
        actions.hover(numberAt(event.target));
      },
      onPointerMove({ pointerType, currentTarget, target, clientX, clientY }) {
        if (pointerType === 'touch') return;
        if (resting.moved() && coin === null) actions.hover(numberAt(target));
        const look = (): void => {
          const box = currentTarget.getBoundingClientRect();
          const found = coins?.coinAt(layout, clientX - box.left, clientY - box.top) ?? null;
          if (found?.words === coin?.words && found?.number === coin?.number) return;
          setCoin(found);
          // A spent coin highlights the message it was spent on.
          actions.hover(found !== null && found.number > 0 ? found.number : numberAt(target));
        };
        if (coins === undefined) void whileBusy(fetchCoins().then(look));
        else look();
      },
      onPointerLeave() {
        setCoin(null);
        actions.hover(0);
      },
      onClick(event) {
        actions.select(numberAt(event.target));
      },
    },
  };
}

/** Number of the message under an event; 0 = none. */
function numberAt(target: EventTarget): number {
  const mark = target instanceof Element ? target.closest<HTMLElement>('[data-number]') : null;
  return Number(mark?.dataset['number'] ?? 0);
}
