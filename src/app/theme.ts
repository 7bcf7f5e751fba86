import { useEffect, useInsertionEffect } from 'react';
import type { Theme as Resolved } from '../charts/colours.ts';
import { useActions, useView } from '../store/hooks.ts';
import type { Theme } from '../store/view.ts';
import { useMedia } from '../ui/useMedia.ts';

/** What a theme choice means on this machine now. */
export function resolveTheme(theme: Theme, systemIsDark: boolean): Resolved {
  if (theme !== 'system') return theme;
  return systemIsDark ? 'dark' : 'light';
}

/**
 * `<html data-large-type>` while a class looks on (presenter.css). Set before layout effects, which measure in units of the
 * root's size.
 */
export function useLargeType(large: boolean): void {
  useInsertionEffect(() => {
    document.documentElement.toggleAttribute('data-large-type', large);
  }, [large]);
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
    actions.look({ reducedMotion: reduced });
  }, [actions, reduced]);
  return theme;
}

/** The theme that is not the one on the page. */
export function otherTheme(theme: 'light' | 'dark' | 'system'): 'light' | 'dark' {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return resolveTheme(theme, dark) === 'dark' ? 'light' : 'dark';
}
