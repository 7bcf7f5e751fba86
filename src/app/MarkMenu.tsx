import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useWhy, WhyAnswer } from '../panels/explain/WhyAnswer.tsx';
import type { WhyQuestion } from '../protocol/why.ts';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { keepBeside } from '../ui/placement.ts';
import './menu.css';

/** Where a menu was asked for. */
export interface Asked {
  x: number;
  y: number;
  /** What has the focus again afterwards. */
  from: Element | null;
}

/** A menu at a place of the page, in the top layer: arrows move, Escape and a click elsewhere close it. */
export function MarkMenu({
  title,
  asked,
  items,
  why = null,
  onClose,
}: {
  title: string;
  /** What is asked about: the answer stands in the menu, wherever on the page the mark is. */
  why?: WhyQuestion | null;
  asked: Asked;
  items: readonly MenuItem[];
  onClose: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  // Not a reason to be shown once more: WebKit tells that a menu was closed only after what was chosen has been drawn.
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

/** The first rule that keeps it back, or what holds it, with its figures; read aloud when it is there. */
function Why({ question }: { question: WhyQuestion }) {
  const answer = useWhy(question);
  return (
    <div className="menu-why" role="status">
      {answer !== null && <WhyAnswer answer={answer} />}
    </div>
  );
}
