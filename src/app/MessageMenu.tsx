import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useActions, useView } from '../store/hooks.ts';
import type { ShellDoors } from './useKeys.ts';
import './menu.css';

/** Where the menu of a message was asked for. */
interface Asked {
  number: number;
  x: number;
  y: number;
  /** What has the focus again afterwards. */
  from: Element | null;
}

/** How long a finger rests until it asks for the menu, and how far it may slip. */
const LONG_PRESS_MS = 500;
const SLIP = 10;

/** Number of the message that a mark stands for, 0 = none. */
function numberAt(target: EventTarget | null): number {
  const mark = target instanceof Element ? target.closest<HTMLElement>('main [data-number]') : null;
  return Number(mark?.dataset['number'] ?? 0);
}

/**
 * What can be done with a message wherever a mark of it is: right click, long press, or the menu key on a card. One
 * listener on the page, so that no panel has to know of it; a double click runs to the message's next event.
 */
export function MessageMenu({ doors }: { doors: ShellDoors }) {
  const actions = useActions();
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const ask = (number: number, x: number, y: number): void =>
      setAsked({ number, x, y, from: document.activeElement });
    const onMenu = (event: MouseEvent): void => {
      const number = numberAt(event.target);
      if (number === 0) return;
      event.preventDefault();
      const box = event.target instanceof Element ? event.target.getBoundingClientRect() : null;
      // The menu key gives no place of the pointer.
      const keyed = event.clientX === 0 && event.clientY === 0 && box !== null;
      ask(number, keyed ? box.left + 16 : event.clientX, keyed ? box.top + 16 : event.clientY);
    };
    const onDouble = (event: MouseEvent): void => {
      const number = numberAt(event.target);
      if (number !== 0) void actions.nextEvent(number);
    };
    const stopPresses = watchLongPresses(ask);
    addEventListener('contextmenu', onMenu);
    addEventListener('dblclick', onDouble);
    return () => {
      stopPresses();
      removeEventListener('contextmenu', onMenu);
      removeEventListener('dblclick', onDouble);
    };
  }, [actions]);
  return asked === null ? null : (
    <Menu key={asked.number} asked={asked} doors={doors} onClose={() => setAsked(null)} />
  );
}

function watchLongPresses(ask: (number: number, x: number, y: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  const onDown = (event: PointerEvent): void => {
    clearTimeout(timer);
    const number = event.pointerType === 'touch' ? numberAt(event.target) : 0;
    if (number === 0) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => ask(number, from.x, from.y), LONG_PRESS_MS);
  };
  const onMove = (event: PointerEvent): void => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP) clearTimeout(timer);
  };
  const onEnd = (): void => clearTimeout(timer);
  const listeners = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onEnd],
    ['pointercancel', onEnd],
  ] as const;
  for (const [kind, listener] of listeners) addEventListener(kind, listener, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const [kind, listener] of listeners) removeEventListener(kind, listener);
  };
}

function Menu({ asked, doors, onClose }: { asked: Asked; doors: ShellDoors; onClose: () => void }) {
  const actions = useActions();
  const ref = useRef<HTMLDivElement>(null);
  const pinned = useView((view) => view.pinned.includes(asked.number));
  const { number } = asked;
  useLayoutEffect(() => {
    const menu = ref.current;
    if (menu === null) return undefined;
    menu.showPopover();
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(4, Math.min(asked.x, innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(4, Math.min(asked.y, innerHeight - height - 8))}px`;
    menu.querySelector('button')?.focus();
    const closed = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') onClose();
    };
    menu.addEventListener('toggle', closed);
    return () => menu.removeEventListener('toggle', closed);
  }, [asked, onClose]);
  const choose = (act: () => void) => () => {
    ref.current?.hidePopover();
    if (asked.from instanceof HTMLElement) asked.from.focus();
    act();
  };
  const select = (then: () => void) =>
    choose(() => {
      actions.select(number);
      then();
    });
  return (
    <div
      ref={ref}
      className="popover message-menu"
      popover="auto"
      role="menu"
      aria-label={`Message ${number}`}
      tabIndex={-1}
      onKeyDown={moveFocus}
    >
      <p aria-hidden="true">Message {number}</p>
      <button type="button" role="menuitem" onClick={select(() => doors.askWhy())}>
        Why is it not next?
      </button>
      <button type="button" role="menuitem" onClick={choose(() => void actions.nextEvent(number))}>
        Run to its next event
      </button>
      <button type="button" role="menuitem" onClick={choose(() => actions.togglePin(number))}>
        {pinned ? 'Let its colour go' : 'Keep its colour'}
      </button>
      <button type="button" role="menuitem" onClick={select(() => doors.openShare())}>
        Link to this moment
      </button>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const here = items.indexOf(document.activeElement as HTMLElement);
  items[(here + by + items.length) % items.length]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
