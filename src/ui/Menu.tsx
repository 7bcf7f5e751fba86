import type { KeyboardEvent } from 'react';
import './menu.css';

export interface MenuItem {
  text: string;
  act: () => void;
}

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  /** Called with the action of the chosen item. The callback must run the action. */
  onChoose: (act: () => void) => void;
}

/** A list of actions; ↑ and ↓ move the focus. */
export function Menu({ label, items, onChoose }: MenuProps) {
  return (
    <div
      className="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => moveAlong(event, '[role=menuitem]')}
    >
      {items.map(({ text, act }) => (
        <button key={text} type="button" role="menuitem" onClick={() => onChoose(act)}>
          {text}
        </button>
      ))}
    </div>
  );
}

/** ↑ and ↓ move the focus among the elements that match the selector, and wrap around at the ends. */
export function moveAlong(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const here = items.indexOf(document.activeElement as HTMLElement);
  items[(here + by + items.length) % items.length]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
