import { use } from 'react';
import { useWantedLanguage } from '../../store/language.ts';
import { whileBusy } from '../../../store/idle.ts';
import { EN, type Words, type OwnWords } from '../../words/en/index.ts';

/** Loads the texts of each language besides English. Each is a separate file. */
const TABLES: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('../../words/de/index.ts')).DE,
};

/** Languages in which the page's own texts exist. */
export const WORDED: readonly string[] = ['en', ...Object.keys(TABLES)];

/**
 * The promise of each requested language. `use` needs the same promise in every render, and must be called in every render:
 * calling it only while a file is loading would change the order of hooks when React renders again.
 */
const loads = new Map<string, Promise<Words>>();
const ENGLISH = fulfilled(Promise.resolve(EN), EN);
/** Languages whose file could not be loaded. */
const failed = new Set<string>();

/** Marks a promise as fulfilled, so that `use` reads its value without suspending. */
function fulfilled(promise: Promise<Words>, value: Words): Promise<Words> {
  return Object.assign(promise, { status: 'fulfilled', value });
}

/**
 * Loads the texts of a language. Resolves to English if the language has none or its file cannot be loaded. `retry`: load a
 * failed file again. Only a reader's choice retries, because the page itself would retry for ever.
 */
export function loadWords(language: string, retry = false): Promise<Words> {
  const table = TABLES[language];
  if (table === undefined) return ENGLISH;
  const before = loads.get(language);
  if (before !== undefined && !(retry && failed.has(language))) return before;
  const next = fetchWords(language, table);
  void next.then((words) => fulfilled(next, words));
  loads.set(language, next);
  return next;
}

async function fetchWords(language: string, table: () => Promise<Words>): Promise<Words> {
  try {
    const words = await whileBusy(table());
    failed.delete(language);
    return words;
  } catch {
    failed.add(language);
    return EN;
  }
}

/** Texts in the language that the reader wants. Suspends until they are loaded. */
export function useWords(): Words {
  return use(loadWords(useWantedLanguage()));
}

/** Texts that few pages need, in the language of `words`. `english`: the English texts, which those pages import themselves. */
export function ownWords<Part extends keyof OwnWords>(
  words: Words & Partial<OwnWords>,
  part: Part,
  english: OwnWords[Part],
): OwnWords[Part] {
  const own: { [One in Part]?: OwnWords[Part] } = words;
  return own[part] ?? english;
}
