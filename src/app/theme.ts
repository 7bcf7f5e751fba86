import { useEffect } from 'react';
import type { Theme as Resolved } from '../charts/colours.ts';
import { useActions, useView } from '../store/hooks.ts';
import type { Theme } from '../store/view.ts';
import { useMedia } from '../panels/kit/useMedia.ts';

/** What a theme choice means on this machine now. */
export function resolveTheme(theme: Theme, systemIsDark: boolean): Resolved {
  if (theme !== 'system') return theme;
  return systemIsDark ? 'dark' : 'light';
}

/** Keeps `<html data-theme>` and the store's view of reduced motion in step with the reader and the system. */
export function useAppearance(): Resolved {
  const actions = useActions();
  const theme = resolveTheme(
    useView((view) => view.theme),
    useMedia('(prefers-color-scheme: dark)'),
  );
  const reduced = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => {
    actions.setReducedMotion(reduced);
  }, [actions, reduced]);
  return theme;
}
