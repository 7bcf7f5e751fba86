import { useSyncExternalStore } from 'react';

/** As wide as the stylesheet's change to one column. */
const QUERY = '(max-width: 73.75rem)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(QUERY);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Whether there is room for one column only: then the reasons stand below the facts. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
}
