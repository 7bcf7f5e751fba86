import { useEffect, useSyncExternalStore } from 'react';

/** What the open page calls itself; '' = its name in `app/routes.ts` says enough. */
let title = '';
const listeners = new Set<() => void>();

function setTitle(text: string): void {
  title = text;
  for (const listener of listeners) listener();
}

/** Names the page in the top bar and the window's title for as long as it is open: a lesson by its own name. */
export function useNamesPage(text: string): void {
  useEffect(() => {
    setTitle(text);
    return () => setTitle('');
  }, [text]);
}

/** The name that the open page has given itself, or ''. */
export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => title);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
