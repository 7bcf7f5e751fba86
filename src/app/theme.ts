import { useEffect, useInsertionEffect } from 'react';
import type { Theme as Resolved } from '../charts/colours.ts';
import { useActions, useView } from '../store/hooks.ts';
import type { Theme } from '../store/view.ts';
import { useMedia } from '../ui/useMedia.ts';

/** Turns the chosen theme into light or dark; `system` follows this machine. */
export function resolveTheme(theme: Theme, systemIsDark: boolean): Resolved {
  if (theme !== 'system') return theme;
  return systemIsDark ? 'dark' : 'light';
}

/** Sets `<html data-large-type>` for presentations (presenter.css), before layout effects, which measure in rem. */
export function useLargeType(large: boolean): void {
  useInsertionEffect(() => {
    document.documentElement.toggleAttribute('data-large-type', large);
  }, [large]);
}

/** Keeps `<html data-theme>` and the store's reduced motion in sync with the reader and the system. */
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

export function otherTheme(theme: 'light' | 'dark' | 'system'): 'light' | 'dark' {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return resolveTheme(theme, dark) === 'dark' ? 'light' : 'dark';
}
