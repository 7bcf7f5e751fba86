import { createKept } from '../../../store/kept.ts';
import { mergeLines } from '../../class/pasted-lines.ts';
import { changeUnderLock } from '../../store/kept-lock.ts';

const KEY = 'qmgrscope.results';
const pasted = createKept(
  KEY,
  (text) => text ?? '',
  (text) => (text === '' ? null : text),
);

/** The pasted homework results; they survive a reload until they are cleared. */
export const usePasted = pasted.use;

/** Stores an edit of the shown text, merged with the text that another tab has stored. */
export function editPasted(shown: string, next: string): void {
  changeUnderLock(KEY, pasted, (kept) => mergeLines(shown, next, kept));
}
