import { Fragment } from 'react';
import { GLOSSARY } from '../../explain/glossary.ts';
import type { TermDocument } from '../../explain/term-documents.ts';
import { Term } from './Term.tsx';
import { cutAtTerms } from './terms.ts';

/**
 * A heading or a label whose terms explain themselves where they stand. For panels that come with their own code: it
 * brings the whole glossary along. The main screen names its terms one by one, with `Term`. `of` = the one document that
 * the text speaks of, where another one means something else by the same word.
 */
export function Termed({ text, of }: { text: string; of?: TermDocument | undefined }) {
  const known = of === undefined ? GLOSSARY : GLOSSARY.filter(({ document }) => document === of);
  // One element, because a heading may be a row of boxes, and spaces between boxes are lost.
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
