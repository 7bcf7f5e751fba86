import { useEffect, useEffectEvent } from 'react';

/** Actions that keys and clickers trigger in a lesson and in class mode. */
export interface LessonActions {
  next: () => void;
  back: () => void;
  /** Chooses the answer at this index; false when there is none to choose. */
  choose: (place: number) => boolean;
  leave: () => void;
  /** Opens or leaves the projector view. Absent = the page has none. */
  present?: () => void;
  /** Hides the picture; clickers send `.` or `B`. Absent = no picture. */
  blank?: () => void;
}

const NEXT = new Set(['ArrowRight', 'PageDown', ' ', 'Enter', 'n']);
const BACK = new Set(['ArrowLeft', 'PageUp', 'Backspace']);
/**
 * Page shortcuts that also work in a lesson. All other shortcuts are blocked, because they would change the run that
 * the lesson explains.
 */
const PASSED = new Set(['?', 't', 'T', '/', 'Tab']);

/** Handles keys for the lesson while it is open, before the page's own shortcuts. */
export function useLessonKeys(actions: LessonActions): void {
  // An effect event, so that each key acts on the stop that is displayed. A listener registered again by each effect
  // could still act on the previous stop.
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches('input, select, textarea, [contenteditable]')) return;
    if (document.querySelector('dialog[open], :popover-open') !== null || PASSED.has(event.key)) return;
    const presses = event.key === 'Enter' || event.key === ' ';
    if (presses && target.matches('button, a, summary')) return;
    // Focused trees, lists and sliders use the arrow keys themselves.
    if (event.key.startsWith('Arrow') && target.closest('[role="tree"], [role="listbox"], [role="slider"]'))
      return;
    if (!pressed(event, actions)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** True if the key is handled. Unused letters count as handled, so that no page shortcut acts on them. */
function pressed(event: KeyboardEvent, actions: LessonActions): boolean {
  const { key } = event;
  if (NEXT.has(key)) actions.next();
  else if (BACK.has(key)) actions.back();
  else if (/^[a-d]$/i.test(key) && actions.choose('abcd'.indexOf(key.toLowerCase()))) return true;
  // Without an open question, A toggles the labels on the picture, as on other pages.
  else if (key === 'a' || key === 'A') return false;
  else if (key === 'Escape') actions.leave();
  else if (key === 'f' || key === 'F') actions.present?.();
  else if (key === '.' || key === 'b' || key === 'B') actions.blank?.();
  else return key.length === 1;
  return true;
}
