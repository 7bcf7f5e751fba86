import { useEffect, useMemo, useState } from 'react';
import type { Term } from '../../explain/glossary.ts';
import { whileBusy } from '../../store/idle.ts';
import { toText, type Token } from '../../explain/tokens.ts';
import { TermCard } from '../glossary/TermCard.tsx';
import { termsIn } from '../kit/terms.ts';
import './explain.css';

/** The document's words that occur in the sentence, each with its meaning; fetched when first opened. */
export function Words({ sentence }: { sentence: readonly Token[] }) {
  const [open, setOpen] = useState(false);
  const [glossary, setGlossary] = useState<readonly Term[] | null>(null);
  useEffect(() => {
    if (!open || glossary !== null) return;
    void whileBusy(import('../../explain/glossary.ts')).then((module) => setGlossary(module.GLOSSARY));
  }, [open, glossary]);
  const terms = useMemo(
    () => (glossary === null ? [] : termsIn(toText(sentence), glossary)),
    [glossary, sentence],
  );
  return (
    <details className="words" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Words used here</summary>
      {glossary !== null && terms.length === 0 && (
        <p className="side-note">None that the document defines.</p>
      )}
      <dl>
        {terms.map((term) => (
          <div key={term.term}>
            <dt>{term.term}</dt>
            <dd>
              <TermCard term={term} />
            </dd>
          </div>
        ))}
      </dl>
      <a className="link" href="#glossary">
        All terms
      </a>
    </details>
  );
}
