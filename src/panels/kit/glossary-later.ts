import type { Term } from '../../explain/glossary.ts';
import { pageIdle, whileBusy } from '../../store/idle.ts';
import { fetchPopover } from './Term.tsx';

/**
 * Tells `known` the glossary once the page has nothing else to do: it is not needed to read a sentence. What is answered ends the
 * waiting. The program knows where it is, so that no other file has to come before it.
 */
export function whenGlossary(known: (terms: readonly Term[]) => void): () => void {
  return pageIdle.afterOthers(() => {
    void whileBusy(fetchPopover()).then((module) => known(module.GLOSSARY));
  });
}
