/**
 * The reader's language. It is chosen on the page and stored, or given by an address (`&lang=de`) for the lifetime of the
 * tab, so that a teacher's link does not change a student's next visit. The browser's language is ignored, because most of
 * the page is in English and a mixture would surprise.
 */
import { useSyncExternalStore } from 'react';
import { createKept } from '../../store/kept.ts';

const FORM = /^[a-z]{2,3}$/;
const IN_ADDRESS = /&lang=([a-z]{2,3})(?=&|$)/;

const chosen = createKept<string>(
  'qmgrscope.language',
  (text) => (FORM.test(text ?? '') ? (text ?? '') : ''),
  (language) => (language === '' ? null : language),
);
const changed = new EventTarget();
/** Language of the latest address that had `&lang=`. */
let addressed = '';

/** Returns the language in force, such as `de`; "" = the reader has chosen none. */
function wantedLanguage(): string {
  addressed = IN_ADDRESS.exec(location.hash)?.[1] ?? addressed;
  return addressed === '' ? chosen.read() : addressed;
}

export function useWantedLanguage(): string {
  return useSyncExternalStore(subscribe, wantedLanguage);
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  changed.addEventListener('change', listener);
  return () => {
    removeEventListener('hashchange', listener);
    changed.removeEventListener('change', listener);
  };
}

/** Stores the chosen language, and updates the address if the address has a language. */
export function wantLanguage(language: string): void {
  addressed = language;
  chosen.set(language);
  if (IN_ADDRESS.test(location.hash))
    history.replaceState(null, '', location.hash.replace(IN_ADDRESS, `&lang=${language}`));
  changed.dispatchEvent(new Event('change'));
}

/** Returns the language to put into an address; "" = not needed. */
export function languageToSay(own = 'en'): string {
  const wanted = wantedLanguage();
  return wanted === 'en' && own === 'en' ? '' : wanted;
}

/** Removes the language from an address. */
export function withoutLanguage(hash: string): string {
  return hash.replace(IN_ADDRESS, '');
}
