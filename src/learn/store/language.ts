/**
 * The language that a reader wants. It is chosen on the page and then remembered, or said by an address (`&lang=de`), which holds
 * for as long as the tab does: a class that follows its teacher's link changes nothing for its next visit. The language of the
 * browser alone says nothing: most of the page is in English, and half of it in another language would surprise.
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
/** Said by the latest address that says one. */
let addressed = '';

/** The language that is wanted now, as `de`; "" = none was. */
function wantedLanguage(): string {
  addressed = IN_ADDRESS.exec(location.hash)?.[1] ?? addressed;
  return addressed === '' ? chosen.read() : addressed;
}

/** The same in a component, as it changes. */
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

/** Wants a language from now on; an address that says another one says this one. */
export function wantLanguage(language: string): void {
  addressed = language;
  chosen.set(language);
  if (IN_ADDRESS.test(location.hash))
    history.replaceState(null, '', location.hash.replace(IN_ADDRESS, `&lang=${language}`));
  changed.dispatchEvent(new Event('change'));
}

/** The language as addresses say it, for those who open them elsewhere; "" = they need not. */
export function languageToSay(own = 'en'): string {
  const wanted = wantedLanguage();
  return wanted === 'en' && own === 'en' ? '' : wanted;
}

/** An address without what it says of its language. */
export function withoutLanguage(hash: string): string {
  return hash.replace(IN_ADDRESS, '');
}
