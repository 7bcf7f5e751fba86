import { use } from 'react';
import { useWantedLanguage } from '../../store/language.ts';
import { whileBusy } from '../../../store/idle.ts';
import { EN, type Words, type OwnWords } from '../../words/en/index.ts';

/** Tables beside the English one, each a file that is fetched when it is wanted. */
const TABLES: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('../../words/de/index.ts')).DE,
};

/** The languages that the page itself has words in. */
export const WORDED: readonly string[] = ['en', ...Object.keys(TABLES)];

/**
 * The words of each language, as they come: the same promise each time, and `use` is called each time. A component that asks React for
 * a promise only while something is missing has other hooks in the second try of a first drawing, and that drawing fails.
 */
const coming = new Map<string, Promise<Words>>();
const ENGLISH = readAtOnce(Promise.resolve(EN), EN);
/** Languages whose table could not be fetched. */
const lacking = new Set<string>();

/** React reads what such a promise holds without a moment in which nothing is there. */
function readAtOnce(promise: Promise<Words>, value: Words): Promise<Words> {
  return Object.assign(promise, { status: 'fulfilled', value });
}

/**
 * The words of a language; English for one that has no table, and where its table cannot be fetched. That is tried again for a reader
 * who chooses it (`anew`): the page by itself would ask without end.
 */
export function loadWords(language: string, anew = false): Promise<Words> {
  const table = TABLES[language];
  if (table === undefined) return ENGLISH;
  const before = coming.get(language);
  if (before !== undefined && !(anew && lacking.has(language))) return before;
  const next = fetchWords(language, table);
  void next.then((words) => readAtOnce(next, words));
  coming.set(language, next);
  return next;
}

async function fetchWords(language: string, table: () => Promise<Words>): Promise<Words> {
  try {
    const words = await whileBusy(table());
    lacking.delete(language);
    return words;
  } catch {
    lacking.add(language);
    return EN;
  }
}

/** The words of the language that the reader wants; inside a `Suspense`, as everything that is fetched. */
export function useWords(): Words {
  return use(loadWords(useWantedLanguage()));
}

/** Words that few pages need, in the language of `words`; `english` is their file, which those pages fetch themselves. */
export function ownWords<Part extends keyof OwnWords>(
  words: Words & Partial<OwnWords>,
  part: Part,
  english: OwnWords[Part],
): OwnWords[Part] {
  const own: { [One in Part]?: OwnWords[Part] } = words;
  return own[part] ?? english;
}
