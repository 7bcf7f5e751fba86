/** Opens the menus of marks: after a long press, and when the mouse button is released. */

/** Duration of a long press in milliseconds, and the pixels that the finger may move meanwhile. */
const LONG_PRESS_MS = 500;
const SLIP_PX = 10;

/**
 * Calls `ask` with the element and place of a long press. If `ask` returns true, the press was handled, and lifting the
 * finger makes no click. Returns the function that stops watching.
 */
export function watchLongPresses(ask: (target: Element, x: number, y: number) => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let rests: Element | null = null;
  let taken = false;
  const onDown = (event: PointerEvent): void => {
    clearTimeout(timer);
    taken = false;
    const { target } = event;
    if (event.pointerType !== 'touch' || !(target instanceof Element)) return;
    rests = target;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => (taken = ask(target, from.x, from.y)), LONG_PRESS_MS);
  };
  const onMove = (event: PointerEvent): void => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP_PX) clearTimeout(timer);
  };
  const onEnd = (event: PointerEvent): void => {
    clearTimeout(timer);
    // The browser sees the finger lift outside the new menu and closes the menu, so open it again.
    if (taken && rests !== null && event.type === 'pointerup') setTimeout(ask, 0, rests, from.x, from.y);
  };
  const onClick = (event: MouseEvent): void => {
    if (!taken) return;
    taken = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const listeners = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onEnd],
    ['pointercancel', onEnd],
  ] as const;
  for (const [kind, listener] of listeners) addEventListener(kind, listener, { passive: true });
  addEventListener('click', onClick, { capture: true });
  return () => {
    clearTimeout(timer);
    for (const [kind, listener] of listeners) removeEventListener(kind, listener);
    removeEventListener('click', onClick, { capture: true });
  };
}

/**
 * Calls `act` immediately, or when the mouse button is released. On Linux and macOS the press itself opens the menu,
 * and the browser closes a popover that opens before the release.
 */
export function whenReleased(event: MouseEvent, act: () => void): void {
  if (event.buttons === 0) act();
  else addEventListener('mouseup', act, { once: true });
}
