import { write } from '../../words/en/write.ts';
import { ownWords } from '../kit/own-words.ts';
import { useWords } from '../kit/useWords.ts';

/** What the editor says, in the language that is wanted. */
export function useWrite(): typeof write {
  return ownWords(useWords(), 'write', write);
}
