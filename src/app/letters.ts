import { useSyncExternalStore } from 'react';

const KEY = 'qmgrscope.letters';
const changed = new EventTarget();

/** False when the reader switched single-character keys off (WCAG 2.1.4): speech input types letters into the page. */
export function readLetters(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Stores the choice; without storage it lasts as long as the page. */
export function writeLetters(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // The choice cannot be stored.
  }
  changed.dispatchEvent(new Event('change'));
}

function subscribe(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => {
    changed.removeEventListener('change', listener);
  };
}

export function useLetters(): boolean {
  return useSyncExternalStore(subscribe, readLetters);
}
