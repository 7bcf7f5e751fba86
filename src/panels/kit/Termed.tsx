import { Fragment } from 'react';
import { GLOSSARY } from '../../explain/glossary.ts';
import type { TermDocument } from '../../explain/term-documents.ts';
import { Term } from './Term.tsx';
import { cutAtTerms } from './terms.ts';

/**
 * Text whose glossary terms open their definitions. Bundles the whole glossary, so only for lazily loaded panels; the
 * main screen uses `Term`. `of`: document whose meaning applies, where documents differ.
 */
export function Termed({ text, of }: { text: string; of?: TermDocument | undefined }) {
  const known = of === undefined ? GLOSSARY : GLOSSARY.filter(({ document }) => document === of);
  // All parts are inside one element: a heading may be a flex row, which would drop spaces between items.
  return (
    <span>
      {cutAtTerms(text, known).map((part, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={i}>
          {'term' in part ? (
            <Term name={part.term} before={part.before} after={part.after}>
              {part.text}
            </Term>
          ) : (
            part.text
          )}
        </Fragment>
      ))}
    </span>
  );
}
