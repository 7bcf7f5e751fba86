import { lookUp } from '../../explain/glossary.ts';
import { TermCard } from './TermCard.tsx';

/** Shows one term and a link to all terms. The code loads when the reader opens the first term. */
export default function TermPopover({ name }: { name: string }) {
  const term = lookUp(name);
  if (term === undefined) return null;
  return (
    <>
      <b>{term.term}</b>
      <TermCard term={term} />
      <a
        className="link"
        href={`./#glossary=${encodeURIComponent(term.term)}`}
        target={document.documentElement.dataset['embed'] === undefined ? undefined : '_blank'}
        rel="noreferrer"
      >
        All terms
      </a>
    </>
  );
}

export { GLOSSARY } from '../../explain/glossary.ts';
