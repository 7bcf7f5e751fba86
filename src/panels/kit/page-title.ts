import { useEffect, useSyncExternalStore } from 'react';

/** Title that the open page has set; '' = the page has the name in `app/routes.ts`. */
let title = '';
const listeners = new Set<() => void>();

function setTitle(text: string): void {
  title = text;
  for (const listener of listeners) listener();
}

/** Sets the title of the top bar and window while the page is open, such as a lesson's name. */
export function useNamesPage(text: string): void {
  useEffect(() => {
    setTitle(text);
    return () => setTitle('');
  }, [text]);
}

/** Title set by the open page, or ''. */
export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => title);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
