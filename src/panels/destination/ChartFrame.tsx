import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { FeedbackHistory } from '../../protocol/inspect.ts';
import { Frame } from '../../plot/Frame.tsx';
import { useActions } from '../../store/hooks.ts';
import { LEFT, nextStep, RIGHT, TOP } from './chart-layout.ts';
import type { Outage } from './outages.ts';
import css from './destination.module.css';

export interface ChartProps {
  history: FeedbackHistory;
  /** Number of the selected event, from 1. */
  selected: number;
  onSelect: (number: number) => void;
  /** Sessions that the server accepts if a session limit applies; 0 = no limit. */
  serverTakes: number;
  outages: readonly Outage[];
  showOther: boolean;
  onToggleOther: () => void;
}

export interface ChartBox {
  width: number;
  height: number;
}

interface ChartFrameProps extends ChartProps {
  children: (box: ChartBox) => ReactNode;
}

const MARGINS = { left: LEFT, right: RIGHT, top: TOP, bottom: 0 };

/** Frame of an event chart, with keys that move the selection. */
export function ChartFrame(props: ChartFrameProps) {
  const { selected, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = useChartKeys(props);
  useEffect(() => {
    // Take the focus when a reader opened the panel; leave a focus elsewhere alone.
    const asked = navigator.userActivation.hasBeenActive;
    if (asked && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={css.chart}>
      <div
        className={css.chartFocus}
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label="Feedback events of this destination: arrow keys move, Shift+arrow jumps to the next step, D switches the rule"
        aria-activedescendant={`feedback-${selected}`}
        onKeyDown={onKeyDown}
      >
        <Frame className={`${css.chartDrawing}`} label="Events" role="group" margins={MARGINS}>
          {({ frame }) => children(frame)}
        </Frame>
      </div>
    </div>
  );
}

function useChartKeys({ history, selected, onSelect, onToggleOther }: ChartProps) {
  const actions = useActions();
  const first = history.total - history.events.length;
  const move = (by: number): void => {
    onSelect(Math.min(history.total, Math.max(first + 1, selected + by)));
  };
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const by = KEYS[event.key];
    const stop = event.shiftKey && typeof by === 'number' ? nextStep(history, selected, Math.sign(by)) : 0;
    if (stop > 0) onSelect(stop);
    else if (by !== undefined) move(by === 'first' ? -history.total : by === 'last' ? history.total : by);
    else if (event.key.toLowerCase() === 'd' && !event.shiftKey) onToggleOther();
    // Other list boxes use Space to select; on this page it plays and pauses.
    else if (event.key === ' ') void actions.toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

const KEYS: Record<string, number | 'first' | 'last'> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: 'first',
  End: 'last',
};
