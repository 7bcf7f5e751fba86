import { write } from '../../words/en/write.ts';
import { ownWords, useWords } from '../kit/useWords.ts';

/** What the editor says, in the language that is wanted. */
export function useWrite(): typeof write {
  return ownWords(useWords(), 'write', write);
}
