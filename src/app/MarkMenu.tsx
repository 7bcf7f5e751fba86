import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useWhy, WhyAnswer } from '../panels/explain/WhyAnswer.tsx';
import type { WhyQuestion } from '../protocol/why.ts';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { keepBeside } from '../ui/placement.ts';
import './menu.css';

export interface Asked {
  x: number;
  y: number;
  /** Element that gets the focus back when the menu closes. */
  from: Element | null;
}

/** A menu at a point of the page, in the top layer. Arrow keys move; Escape or an outside click closes it. */
export function MarkMenu({
  title,
  asked,
  items,
  why = null,
  onClose,
}: {
  title: string;
  why?: WhyQuestion | null;
  asked: Asked;
  items: readonly MenuItem[];
  onClose: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  // An effect event, so that a changed handler does not run the effect again: WebKit reports that the popover closed
  // only after the chosen action has been drawn.
  const closed = useEffectEvent((event: Event): void => {
    if ((event as ToggleEvent).newState === 'closed') onClose();
  });
  useLayoutEffect(() => {
    const menu = ref.current;
    if (menu === null) return undefined;
    menu.showPopover();
    const leave = keepBeside(menu, asked, ['bottom-start'], 0);
    (menu.querySelector('button') ?? menu).focus();
    menu.addEventListener('toggle', closed);
    return () => {
      leave();
      menu.removeEventListener('toggle', closed);
    };
  }, [asked]);
  return (
    <div
      ref={ref}
      className="popover message-menu"
      popover="auto"
      role="group"
      aria-label={title}
      tabIndex={-1}
    >
      <p aria-hidden="true">{title}</p>
      {why !== null && <Why question={why} />}
      {items.length > 0 && (
        <Menu
          label={title}
          items={items}
          onChoose={(act) => {
            ref.current?.hidePopover();
            if (asked.from instanceof HTMLElement) asked.from.focus();
            act();
          }}
        />
      )}
    </div>
  );
}

/** The first rule that blocks the subject, with its figures. A screen reader reads the answer when it arrives. */
function Why({ question }: { question: WhyQuestion }) {
  const answer = useWhy(question);
  return (
    <div className="menu-why" role="status">
      {answer !== null && <WhyAnswer answer={answer} />}
    </div>
  );
}
