import { createKept } from '../../../store/kept.ts';
import { mergeLines } from '../../class/pasted-lines.ts';
import { changeUnderLock } from '../../store/kept-lock.ts';

const KEY = 'qmgrscope.results';
const pasted = createKept(
  KEY,
  (text) => text ?? '',
  (text) => (text === '' ? null : text),
);

/** The homework results that were pasted, kept over a reload until they are cleared. */
export const usePasted = pasted.use;

/** Keeps an edit from the text that was shown to the next one, beside what another tab has kept. */
export function editPasted(shown: string, next: string): void {
  changeUnderLock(KEY, pasted, (kept) => mergeLines(shown, next, kept));
}
