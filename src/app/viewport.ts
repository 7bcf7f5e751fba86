import { useMedia } from '../panels/kit/useMedia.ts';

/** The grids of the page. `narrow` is the desktop grid with side panels that start as rails. */
export type Viewport = 'phone' | 'tablet' | 'narrow' | 'wide';

/** Which grid this window gets. Same widths as in shell.css. */
export function useViewport(): Viewport {
  const phone = useMedia('(max-width: 640px)');
  const tablet = useMedia('(max-width: 1180px)');
  const narrow = useMedia('(max-width: 1279px)');
  if (phone) return 'phone';
  if (tablet) return 'tablet';
  return narrow ? 'narrow' : 'wide';
}
