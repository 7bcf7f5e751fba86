import { useEffect, useEffectEvent } from 'react';

/** What keys do in a lesson and in front of a class: those of clickers are among them. */
export interface LessonActions {
  next: () => void;
  back: () => void;
  /** The answer with that letter, from 0; false = there is none to choose. */
  choose: (place: number) => boolean;
  leave: () => void;
  /** To the projector, or back from it. */
  present?: () => void;
  /** Hides the picture, as clickers do with `.` and `B`; absent = nothing to hide. */
  blank?: () => void;
}

const NEXT = new Set(['ArrowRight', 'PageDown', ' ', 'Enter', 'n']);
const BACK = new Set(['ArrowLeft', 'PageUp', 'Backspace']);
/** Keys of the page that mean the same here; the others would change a run that is being explained. */
const PASSED = new Set(['?', 't', 'T', '/', 'Tab']);

/** Takes the keys of the page for the lesson, for as long as it is open. */
export function useLessonKeys(actions: LessonActions): void {
  // What is drawn and what a key does change together: of a click in between the picture before would be meant.
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches('input, select, textarea, [contenteditable]')) return;
    if (document.querySelector('dialog[open], :popover-open') !== null || PASSED.has(event.key)) return;
    const presses = event.key === 'Enter' || event.key === ' ';
    if (presses && target.matches('button, a, summary')) return;
    // Lists, trees and charts keep the arrows for themselves while they have the focus.
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

/** Whether the key is one of ours; letters that are not are swallowed as well. */
function pressed(event: KeyboardEvent, actions: LessonActions): boolean {
  const { key } = event;
  if (NEXT.has(key)) actions.next();
  else if (BACK.has(key)) actions.back();
  else if (/^[a-d]$/i.test(key) && actions.choose('abcd'.indexOf(key.toLowerCase()))) return true;
  // Where no answer is open it switches the words on the picture, as everywhere.
  else if (key === 'a' || key === 'A') return false;
  else if (key === 'Escape') actions.leave();
  else if (key === 'f' || key === 'F') actions.present?.();
  else if (key === '.' || key === 'b' || key === 'B') actions.blank?.();
  else return key.length === 1;
  return true;
}
