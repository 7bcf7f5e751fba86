import type { Term } from '../../explain/glossary.ts';
import { TERM_DOCUMENTS } from '../../explain/term-documents.ts';
import css from './glossary.module.css';

/** What a word means, and where its document says so. */
export function TermCard({ term: { definition, section, document } }: { term: Term }) {
  const { title, address } = TERM_DOCUMENTS[document];
  return (
    <>
      <p>{definition}</p>
      {section !== '' && (
        <p className={css.termSource}>
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
