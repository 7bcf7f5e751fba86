import { CLICK_PX } from '../plot/useZoomPointers.ts';

/**
 * Prevents two quick drags from counting as a double click. WebKit and some desktops count presses by their place and time,
 * so dragging a picture twice would reset it. Handled once for the page, in the capture phase, instead of in each picture.
 */
export function watchDrags(): void {
  let [x, y] = [0, 0];
  /** Whether each of the last two presses was a drag, the older first. */
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
