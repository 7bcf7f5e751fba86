import { CLICK_PX } from '../plot/useZoomPointers.ts';

/**
 * Two drags in quick succession are no double-click. WebKit and some desktops count presses by where they begin and when,
 * so that who moves a picture twice would have the whole of it back. Heard before everything else, once for the page: each
 * picture that knows a double-click would have to remember it otherwise.
 */
export function watchDrags(): void {
  let [x, y] = [0, 0];
  /** Of the last two presses, the older first. */
  let dragged = [false, false];
  addEventListener(
    'pointerdown',
    (event: PointerEvent) => {
      [x, y] = [event.clientX, event.clientY];
      dragged = [dragged[1] === true, false];
    },
    true,
  );
  addEventListener(
    'pointerup',
    (event: PointerEvent) => {
      if (Math.hypot(event.clientX - x, event.clientY - y) > CLICK_PX) dragged[1] = true;
    },
    true,
  );
  addEventListener(
    'dblclick',
    (event) => {
      if (dragged.includes(true)) event.stopImmediatePropagation();
    },
    true,
  );
}
