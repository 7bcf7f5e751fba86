import { use } from 'react';
import { useWantedLanguage } from '../../store/language.ts';
import { whileBusy } from '../../store/idle.ts';
import { EN, type Words } from '../../words/en/index.ts';

/** Tables beside the English one, each a file that is fetched when it is wanted. */
const TABLES: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('../../words/de/index.ts')).DE,
};

/** The languages that the page itself has words in. */
export const WORDED: readonly string[] = ['en', ...Object.keys(TABLES)];

const coming = new Map<string, Promise<Words>>();
const known = new Map<string, Words>([['en', EN]]);

/**
 * The words of a language; English for one that has no table, and where its table cannot be fetched. That is tried again for whoever
 * chooses it (`anew`): the page by itself would ask without end.
 */
export function loadWords(language: string, anew = false): Promise<Words> {
  const table = TABLES[language];
  const held = known.get(language);
  const lacks = held === EN && table !== undefined;
  if (held !== undefined && !(lacks && anew)) return Promise.resolve(held);
  const before = coming.get(language);
  if (before !== undefined) return before;
  const next =
    table === undefined
      ? Promise.resolve(EN)
      : whileBusy(table())
          .then((words) => {
            known.set(language, words);
            return words;
          })
          .catch(() => {
            coming.delete(language);
            known.set(language, EN);
            return EN;
          });
  coming.set(language, next);
  return next;
}

/** The words of the language that the reader wants; inside a `Suspense`, as everything that is fetched. */
export function useWords(): Words {
  const language = useWantedLanguage();
  return known.get(language) ?? use(loadWords(language));
}
