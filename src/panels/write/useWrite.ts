import type { Words } from '../../words/en/index.ts';
import { write as english } from '../../words/en/write.ts';
import { useWords } from '../kit/useWords.ts';

/** What the editor says, in the language that is wanted. English has these words beside the others, not among them. */
export function useWrite(): typeof english {
  const words: Words & { write?: typeof english } = useWords();
  return words.write ?? english;
}
