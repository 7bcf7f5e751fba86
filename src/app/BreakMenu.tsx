import { useKind } from '../panels/kinds/views.ts';
import { useEffect, useState } from 'react';
import type { NamedStop } from '../explain/stops.ts';
import { stopOfMark } from '../panels/debugger/mark-stops.ts';
import { questionOf, wordsOf } from '../panels/explain/why-key.ts';
import { useDebugActions } from '../store/debug-actions.ts';
import { useView } from '../store/hooks.ts';
import { watchLongPresses, whenReleased } from './menu-presses.ts';
import { type Asked, MarkMenu } from './MarkMenu.tsx';
import type { MenuItem } from '../ui/Menu.tsx';
import { type Frame, useShellActions } from './shell-actions.ts';
import { useGroup } from '../panels/kinds/groups.ts';

interface AskedMark extends Asked {
  stop: NamedStop | null;
  why: string;
  /** Label for a thread that is not an agent. */
  label: string;
}

/** Finds the breakpoint and the "why" question of the element at a target; null = it has neither. */
function markAt(
  target: Element | null,
  marks: string,
  asks: boolean,
): (Omit<AskedMark, keyof Asked> & { mark: Element }) | null {
  const mark = target?.closest<HTMLElement>(marks);
  if (!mark) return null;
  const stop = stopOfMark(mark.dataset['break'] ?? mark.dataset['breakKey'] ?? '');
  const why = asks ? (mark.dataset['why'] ?? '') : '';
  return stop === null && questionOf(why) === null
    ? null
    : { mark, stop, why, label: mark.textContent ?? '' };
}

const MARKS = '[data-break], [data-why]';

/**
 * Context menu with "Why is it as it is?" and "Break on this" for elements with `data-why` or `data-break`:
 * destinations, transports, timers, threads, timeline marks. Opens by right click, long press, or the menu key on a
 * focused element. Message marks have their own menu (`MessageMenu`).
 */
export function BreakMenu({ frame, asks }: { frame: Frame; asks: boolean }) {
  const shell = useShellActions(frame);
  const debug = useDebugActions();
  // The menu shows the answer itself, because some runs and panels have no Explain panel to keep it in.
  const { explains } = useKind();
  const { threads: called } = useGroup();
  const framed = useView(({ mainPanel }) => mainPanel?.kind === 'wheel' || mainPanel?.kind === 'threads');
  const keeps = explains && !framed;
  const [asked, setAsked] = useState<AskedMark | null>(null);
  useEffect(() => {
    const onMenu = (event: MouseEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      // The menu key acts on the focused element, which may stand for the mark at the cursor.
      const found = markAt(target, event.button === 2 ? MARKS : `${MARKS}, [data-break-key]`, asks);
      if (found === null || event.defaultPrevented) return;
      event.preventDefault();
      const box = found.mark.getBoundingClientRect();
      const keyed = event.clientX === 0 && event.clientY === 0;
      const place = keyed ? { x: box.left + 16, y: box.top + 16 } : { x: event.clientX, y: event.clientY };
      whenReleased(event, () => setAsked({ ...place, from: document.activeElement, ...found }));
    };
    const stopPresses = watchLongPresses((target, x, y) => {
      const found = target.closest('[data-number]') === null ? markAt(target, MARKS, asks) : null;
      if (found === null) return false;
      setAsked({ x, y, from: document.activeElement, ...found });
      return true;
    });
    addEventListener('contextmenu', onMenu);
    return () => {
      stopPresses();
      removeEventListener('contextmenu', onMenu);
    };
  }, [asks]);
  if (asked === null) return null;
  const { stop, why, label } = asked;
  const question = questionOf(why);
  const whyItems: MenuItem[] =
    question === null || !keeps ? [] : [{ text: 'Why is it as it is?', act: () => shell.askWhy(why) }];
  return (
    <MarkMenu
      title={
        question === null
          ? `When ${stop?.text}`
          : question.about === 'thread' && called === 'threads'
            ? `Thread ${label}`
            : wordsOf(question)
      }
      asked={asked}
      why={question}
      items={[...whyItems, ...(stop === null ? [] : stopItems(debug, stop))]}
      onClose={() => setAsked(null)}
    />
  );
}

/** Menu items of a mark: a breakpoint, and running to its next or last occurrence. */
export function stopItems(
  debug: ReturnType<typeof useDebugActions>,
  { text, test }: NamedStop,
): readonly MenuItem[] {
  return [
    {
      text: 'Break on this',
      act() {
        debug.addBreakpoint(text, test);
        debug.setOpen(true);
      },
    },
    { text: 'Run to the next occurrence', act: () => void debug.until(1, [test], text) },
    { text: 'Back to the previous occurrence', act: () => void debug.until(-1, [test], text) },
  ];
}
