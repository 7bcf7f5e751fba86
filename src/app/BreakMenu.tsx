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

/** What a mark stands for: what can be stopped at, and the key of the question about it. */
interface AskedMark extends Asked {
  stop: NamedStop | null;
  why: string;
  /** What the mark says, for a thread that is no agent. */
  label: string;
}

/** What the mark at this place of the page offers; null where there is none, or where it offers nothing here. */
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
 * "Why is it as it is?" and "Break on this" wherever a mark says what it stands for (`data-why`, `data-break`):
 * destinations, transports, timers, threads, marks above the timeline. Right click, long press, or the menu key where
 * such a mark has the focus. Marks of messages have the message's own menu.
 */
export function BreakMenu({ frame, asks }: { frame: Frame; asks: boolean }) {
  const shell = useShellActions(frame);
  const debug = useDebugActions();
  // The answer stands in the menu; some runs, and panels in the place of the stage, have no Explain panel to keep it in.
  const { explains } = useKind();
  const { threads: called } = useGroup();
  const framed = useView(({ mainPanel }) => mainPanel?.kind === 'wheel' || mainPanel?.kind === 'threads');
  const keeps = explains && !framed;
  const [asked, setAsked] = useState<AskedMark | null>(null);
  useEffect(() => {
    const onMenu = (event: MouseEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      // A pointer is on a mark; the menu key is on what has the focus, which may stand for the mark at the cursor.
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

/** What a mark offers: a breakpoint, and to run to the next or the last time. */
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
    { text: 'Run to the next time', act: () => void debug.until(1, [test], text) },
    { text: 'Back to the last time', act: () => void debug.until(-1, [test], text) },
  ];
}
