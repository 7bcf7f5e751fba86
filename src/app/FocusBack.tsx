import { useEffect } from 'react';
import { debugStoreOf } from '../store/debug.ts';
import { useRuntime } from '../store/hooks.ts';
import { waitThen } from '../store/idle.ts';

/** Element properties that identify a control after it was re-created. */
export type Named = Pick<Element, 'tagName' | 'id' | 'textContent' | 'getAttribute'>;

/** Identifies a control whose element was removed: it is number `nth` among the controls with the same name. */
export interface Control {
  id: string;
  tag: string;
  name: string;
  nth: number;
}

function nameOf(element: Named): string {
  return element.getAttribute('aria-label') ?? element.textContent ?? '';
}

function sameNamed<E extends Named>(name: string, elements: readonly E[]): E[] {
  return elements.filter((element) => nameOf(element) === name);
}

/** Describes a control, so that it can be found again. `elements`: all elements with its tag, in document order. */
export function controlOf<E extends Named>(element: E, elements: readonly E[]): Control {
  const name = nameOf(element);
  const nth = Math.max(0, sameNamed(name, elements).indexOf(element));
  return { id: element.id, tag: element.tagName, name, nth };
}

/**
 * Finds a control among the elements with its tag. If fewer have its name now, takes the first of them; null = none
 * has.
 */
export function findControl<E extends Named>({ id, name, nth }: Control, elements: readonly E[]): E | null {
  const byId = id === '' ? undefined : elements.find((element) => element.id === id);
  const named = sameNamed(name, elements);
  return byId ?? named[nth] ?? named[0] ?? null;
}

function elementsOf(tag: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(tag)];
}

/**
 * Restores the focus when a main panel closes: to the control that opened it, or else to the stage. Opening the panel
 * removes that control and closing it removes the focused one, so the browser would drop the focus.
 */
export function FocusBack() {
  const { store } = useRuntime();
  useEffect(() => {
    const debug = debugStoreOf(store);
    const inPlace = (): boolean => store.getState().view.mainPanel !== null || debug.getState().open;
    let opener: Control | null = null;
    let covered = inPlace();
    const look = (): void => {
      if (inPlace() === covered) return;
      covered = !covered;
      const { activeElement } = document;
      if (!covered) waitThen(() => giveBack(opener), 0);
      else if (activeElement === null || activeElement === document.body) opener = null;
      else opener = controlOf(activeElement, elementsOf(activeElement.tagName));
    };
    const ends = [store.subscribe(look), debug.subscribe(look)];
    return () => {
      for (const end of ends) end();
    };
  }, [store]);
  return null;
}

/** Does nothing if the reader has already moved the focus elsewhere. */
function giveBack(opener: Control | null): void {
  if (opener === null || document.activeElement !== document.body) return;
  const element = findControl(opener, elementsOf(opener.tag)) ?? document.getElementById('stage');
  element?.focus({ preventScroll: true });
}
