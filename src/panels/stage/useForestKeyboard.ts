import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { JobId } from '../../protocol/ids.ts';
import { useActions } from '../../store/hooks.ts';
import type { StageInput } from './input.ts';
import { focusAfter } from './keyboard.ts';
import type { JobMark, StageLayout } from './marks.ts';
import { numberAt } from './number-at.ts';

/** What keys do in the forest. */
export interface ForestKeyboard {
  /** The one card that Tab leads to. */
  tabStop: JobId;
  /** For the element that holds the marks. */
  keyboard: {
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
  };
}

/** Arrows walk from card to card, Enter selects: the keys of a tree. */
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

/** One tab stop: where the focus was, else the current job, else the first. */
function tabStopOf(marks: readonly JobMark[], focused: JobId): JobId {
  const mark = marks.find((m) => m.id === focused) ?? marks.find((m) => m.current) ?? marks[0];
  return mark?.id ?? 0;
}
