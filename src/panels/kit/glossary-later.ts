import type { Term } from '../../explain/glossary.ts';
import { pageIdle, whileBusy } from '../../store/idle.ts';
import { fetchPopover } from './Term.tsx';

/** Calls `known` with the glossary when the page is idle. Returns a cancel function. */
export function whenGlossary(known: (terms: readonly Term[]) => void): () => void {
  return pageIdle.afterOthers(() => {
    void whileBusy(fetchPopover()).then((module) => known(module.GLOSSARY));
  });
}
