import { useEffect, useState } from 'react';
import { type MarkStop, stopOfMark } from '../panels/debugger/mark-stops.ts';
import { useDebugActions } from '../store/debug-actions.ts';
import { type Asked, MarkMenu, type MenuItem } from './MarkMenu.tsx';

/**
 * "Break on this" wherever a mark says what it stands for (`data-break`): destinations, marks above the timeline. Right
 * click, or the menu key where such a mark has the focus. Marks of messages have the message's own menu.
 */
export function BreakMenu() {
  const debug = useDebugActions();
  const [asked, setAsked] = useState<(Asked & { stop: MarkStop }) | null>(null);
  useEffect(() => {
    const onMenu = (event: MouseEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      // A pointer is on a mark; the menu key is on what has the focus, which may stand for the mark at the cursor.
      const mark =
        event.button === 2
          ? target?.closest<HTMLElement>('[data-break]')
          : target?.closest<HTMLElement>('[data-break], [data-break-key]');
      const stop = stopOfMark(mark?.dataset['break'] ?? mark?.dataset['breakKey'] ?? '');
      if (!mark || stop === null || event.defaultPrevented) return;
      event.preventDefault();
      const box = mark.getBoundingClientRect();
      const keyed = event.clientX === 0 && event.clientY === 0;
      const place = keyed ? { x: box.left + 16, y: box.top + 16 } : { x: event.clientX, y: event.clientY };
      setAsked({ ...place, from: document.activeElement, stop });
    };
    addEventListener('contextmenu', onMenu);
    return () => removeEventListener('contextmenu', onMenu);
  }, []);
  if (asked === null) return null;
  const { stop } = asked;
  return (
    <MarkMenu
      title={`When ${stop.text}`}
      asked={asked}
      items={stopItems(debug, stop)}
      onClose={() => setAsked(null)}
    />
  );
}

/** What a mark offers: a breakpoint, and to run to the next or the last time. */
export function stopItems(
  debug: ReturnType<typeof useDebugActions>,
  { text, test }: MarkStop,
): readonly MenuItem[] {
  return [
    {
      text: 'Break on this',
      act() {
        debug.addBreakpoint(text, test);
        debug.setOpen(true);
      },
    },
    { text: 'Run to the next time', act: () => void debug.until(1, [test], text) },
    { text: 'Back to the last time', act: () => void debug.until(-1, [test], text) },
  ];
}
