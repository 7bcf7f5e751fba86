import { Fragment } from 'react';
import { GLOSSARY } from '../../explain/glossary.ts';
import { Term } from './Term.tsx';
import { cutAtTerms } from './terms.ts';

/**
 * A heading or a label whose terms explain themselves where they stand. For panels that come with their own code: it
 * brings the whole glossary along. The main screen names its terms one by one, with `Term`.
 */
export function Termed({ text }: { text: string }) {
  // One element, because a heading may be a row of boxes, and spaces between boxes are lost.
  return (
    <span>
      {cutAtTerms(text, GLOSSARY).map((part, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={i}>{'term' in part ? <Term name={part.term}>{part.text}</Term> : part.text}</Fragment>
      ))}
    </span>
  );
}
