import { useKind } from '../panels/kinds/views.ts';
import { useEffect, useState } from 'react';
import { questionOf } from '../panels/explain/why-key.ts';
import { messageStop, useDebugActions } from '../store/debug-actions.ts';
import { useActions, useApp, useView } from '../store/hooks.ts';
import { selectJobsInOrder } from '../store/selectors.ts';
import { stopItems } from './BreakMenu.tsx';
import { watchLongPresses, whenReleased } from './menu-presses.ts';
import { type Asked, MarkMenu } from './MarkMenu.tsx';
import type { MenuItem } from '../ui/Menu.tsx';
import type { ShellActions } from './run-command.ts';
import { type Frame, useShellActions } from './shell-actions.ts';
import { LINK_HERE } from '../panels/kit/files.ts';

interface AskedMessage extends Asked {
  number: number;
  /** Key of the "why" question about the message's timer; "" = the mark is not a timer. */
  timer: string;
}

/** Message number of a mark; 0 = none. */
function numberAt(target: EventTarget | null): number {
  const mark =
    target instanceof Element ? target.closest<HTMLElement>(':is(main, .dbg) [data-number]') : null;
  return Number(mark?.dataset['number'] ?? 0);
}

/** Key of the "why" question about the timer under the pointer; "" if there is none. */
function timerAt(target: EventTarget | null): string {
  const token = target instanceof Element ? target.closest<SVGElement>('[data-timer]') : null;
  return token?.dataset['why'] ?? '';
}

/**
 * Context menu of a message, opened on any of its marks by right click, long press, or the menu key on a card. One
 * listener serves the page, so that panels need no code. A double click runs to the message's next event.
 */
export function MessageMenu({ frame }: { frame: Frame }) {
  const shell = useShellActions(frame);
  const actions = useActions();
  const [asked, setAsked] = useState<AskedMessage | null>(null);
  useEffect(() => {
    const ask = (number: number, timer: string, x: number, y: number): void =>
      setAsked({ number, timer, x, y, from: document.activeElement });
    const onMenu = (event: MouseEvent): void => {
      const number = numberAt(event.target);
      if (number === 0) return;
      event.preventDefault();
      const box = event.target instanceof Element ? event.target.getBoundingClientRect() : null;
      // The menu key has no pointer position.
      const keyed = event.clientX === 0 && event.clientY === 0 && box !== null;
      const timer = timerAt(event.target);
      const [x, y] = keyed ? [box.left + 16, box.top + 16] : [event.clientX, event.clientY];
      whenReleased(event, () => ask(number, timer, x, y));
    };
    const onDouble = (event: MouseEvent): void => {
      const number = numberAt(event.target);
      if (number !== 0) void actions.nextEvent(number);
    };
    const stopPresses = watchLongPresses((target, x, y) => {
      const number = numberAt(target);
      if (number !== 0) ask(number, timerAt(target), x, y);
      return number !== 0;
    });
    addEventListener('contextmenu', onMenu);
    addEventListener('dblclick', onDouble);
    return () => {
      stopPresses();
      removeEventListener('contextmenu', onMenu);
      removeEventListener('dblclick', onDouble);
    };
  }, [actions]);
  return asked === null ? null : (
    <Menu key={asked.number} asked={asked} shell={shell} onClose={() => setAsked(null)} />
  );
}

function Menu({ asked, shell, onClose }: { asked: AskedMessage; shell: ShellActions; onClose: () => void }) {
  const actions = useActions();
  const debug = useDebugActions();
  const { number, timer } = asked;
  const question = questionOf(timer);
  const transport = useView((view) => view.transport);
  const listed = useApp((state) => selectJobsInOrder(state).some((job) => job.number === number));
  const standing = listed ? `job:${transport}:${number}` : `message:${number}`;
  // In some kinds of run, a number is not a message.
  const { messages } = useKind();
  const pinned = useView((view) => view.pinned.includes(number));
  const select = (then: () => void) => () => {
    actions.select(number);
    then();
  };
  const [breakHere, , back] = stopItems(debug, messageStop(number));
  const items: MenuItem[] = [
    ...(question?.about === 'timer'
      ? [{ text: `Why is timer ${question.number} as it is?`, act: () => shell.askWhy(timer) }]
      : []),
    { text: 'Why is it not next?', act: select(() => shell.askWhy('')) },
    { text: 'Run to its next event', act: () => void actions.nextEvent(number) },
    ...(back === undefined ? [] : [{ ...back, text: 'Back to its last event' }]),
    ...(breakHere === undefined ? [] : [breakHere]),
    {
      text: pinned ? 'Release its colour' : 'Keep its colour',
      act: () => actions.togglePin(number),
    },
    { text: LINK_HERE, act: select(() => shell.openShare()) },
  ];
  return (
    <MarkMenu
      title={`Message ${number}`}
      asked={asked}
      items={items}
      why={messages ? (question ?? questionOf(standing)) : null}
      onClose={onClose}
    />
  );
}
