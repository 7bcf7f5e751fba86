import type { Term } from '../../explain/glossary.ts';
import { TERM_DOCUMENTS } from '../../explain/term-documents.ts';

/** The definition of a term and a link to its section. */
export function TermCard({ term: { definition, section, document } }: { term: Term }) {
  const { title, address } = TERM_DOCUMENTS[document];
  return (
    <>
      <p>{definition}</p>
      {section !== '' && (
        <p>
          {address === '' ? (
            <span className="dim">
              {title}, {section}
            </span>
          ) : (
            <a
              className="link"
              href={`${address}#:~:text=${encodeURIComponent(section)}`}
              target="_blank"
              rel="noreferrer"
            >
              {title}, {section}
            </a>
          )}
        </p>
      )}
    </>
  );
}
