import { useMedia } from '../ui/useMedia.ts';

/** The grids of the page. `narrow` is the desktop grid with side panels collapsed to rails. */
export type Viewport = 'phone' | 'tablet' | 'narrow' | 'wide';

/** Grid for the window's width; same breakpoints as in shell.css. */
export function useViewport(): Viewport {
  const phone = useMedia('(max-width: 40rem)');
  const tablet = useMedia('(max-width: 73.75rem)');
  const narrow = useMedia('(max-width: 79.9375rem)');
  if (phone) return 'phone';
  if (tablet) return 'tablet';
  return narrow ? 'narrow' : 'wide';
}
