import { write } from '../../words/en/write.ts';
import { ownWords, useWords } from '../kit/useWords.ts';

/** Words of the editor in the wanted language. */
export function useWrite(): typeof write {
  return ownWords(useWords(), 'write', write);
}
