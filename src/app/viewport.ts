import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** True while a media query holds. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      media.addEventListener('change', changed);
      return () => {
        media.removeEventListener('change', changed);
      };
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}

/** The grids of visual-language §6. `narrow` is the desktop grid with side panels that start as rails. */
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
