/**
 * Acts at once, or when the button is let go that asked for a menu: where the press itself asks (Linux, macOS), a popover
 * that opens before the end of the press is closed by it as by a click elsewhere.
 */
export function whenReleased(event: MouseEvent, act: () => void): void {
  if (event.buttons === 0) act();
  else addEventListener('mouseup', act, { once: true });
}
