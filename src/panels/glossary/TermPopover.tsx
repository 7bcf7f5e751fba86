import { lookUp } from '../../explain/glossary.ts';
import { TermCard } from './TermCard.tsx';

/** The meaning of one word, and the way to all of them. Loaded when the first word is asked about. */
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
