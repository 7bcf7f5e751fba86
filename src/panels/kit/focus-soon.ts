import { waitThen } from '../../store/idle.ts';

/** Number of attempts to find an element that is still being loaded. */
const FOCUS_TRIES = 20;

/** Focuses the first of these elements once it is on the page. */
export function focusSoon(...ids: string[]): void {
  const look = (tries: number): void => {
    const element = ids.map((id) => document.getElementById(id)).find((found) => found !== null);
    if (element !== undefined) element.focus();
    else if (tries > 1) waitThen(() => look(tries - 1), 50);
  };
  waitThen(() => look(FOCUS_TRIES), 50);
}
