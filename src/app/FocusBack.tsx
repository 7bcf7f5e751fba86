import { useEffect } from 'react';
import { debugStoreOf } from '../store/debug.ts';
import { useRuntime } from '../store/hooks.ts';
import { waitThen } from '../store/idle.ts';

/** The part of an element by which a control is known again after it was thrown away and made anew. */
export type Named = Pick<Element, 'tagName' | 'id' | 'textContent' | 'getAttribute'>;

/** A control, for when its element is gone: `nth` of those that are called the same. */
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

/** What a control of the page is known by; `elements` = all with its tag, in the page's order. */
export function controlOf<E extends Named>(element: E, elements: readonly E[]): Control {
  const name = nameOf(element);
  const nth = Math.max(0, sameNamed(name, elements).indexOf(element));
  return { id: element.id, tag: element.tagName, name, nth };
}

/** The control among the elements of its tag; the first of its name where there are fewer now, null when it is gone. */
export function findControl<E extends Named>({ id, name, nth }: Control, elements: readonly E[]): E | null {
  const byId = id === '' ? undefined : elements.find((element) => element.id === id);
  const named = sameNamed(name, elements);
  return byId ?? named[nth] ?? named[0] ?? null;
}

function elementsOf(tag: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(tag)];
}

/**
 * A panel in the place of the stage takes the control away that opened it, and its own controls go with it when it is
 * left: the focus, which the browser then drops, goes back to the control that opened it, or else to the stage.
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

/** A reader who has gone on elsewhere meanwhile is left there. */
function giveBack(opener: Control | null): void {
  if (opener === null || document.activeElement !== document.body) return;
  const element = findControl(opener, elementsOf(opener.tag)) ?? document.getElementById('stage');
  element?.focus({ preventScroll: true });
}
