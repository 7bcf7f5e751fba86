import { Fragment, useEffect, useMemo, useState } from 'react';
import type { Term as GlossaryTerm } from '../../explain/glossary.ts';
import type { Token } from '../../explain/tokens.ts';
import { useSession } from '../../store/hooks.ts';
import { whenGlossary } from '../kit/glossary-later.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { Term } from '../kit/Term.tsx';
import { cutAtTerms, type TermPart } from '../kit/terms.ts';

/** A sentence whose terms explain themselves. They do once the glossary is there: the page does not wait for it. */
export function TermedSentence({ tokens }: { tokens: readonly Token[] }) {
  const glossary = useGlossary();
  const parts = useMemo(
    () =>
      tokens.flatMap((token): (Token | TermPart)[] =>
        glossary === null || !('text' in token) ? [token] : cutAtTerms(token.text, glossary),
      ),
    [tokens, glossary],
  );
  return parts.map((part, i) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={i}>
      {'term' in part ? (
        <Term name={part.term} before={part.before} after={part.after} inline>
          {part.text}
        </Term>
      ) : (
        <Sentence tokens={[part]} size="large" />
      )}
    </Fragment>
  ));
}

function useGlossary(): readonly GlossaryTerm[] | null {
  const [glossary, setGlossary] = useState<readonly GlossaryTerm[] | null>(null);
  const opened = useSession((session) => session.status !== 'loading');
  useEffect(() => {
    if (!opened) return undefined;
    let wanted = true;
    const cancel = whenGlossary((terms) => {
      if (wanted) setGlossary(terms);
    });
    return () => {
      wanted = false;
      cancel();
    };
  }, [opened]);
  return glossary;
}
