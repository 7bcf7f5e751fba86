import { useEffect, useMemo, useState } from 'react';
import { GLOSSARY } from '../../explain/glossary.ts';
import { TermCard } from './TermCard.tsx';
import { Field } from '../../ui/Field.tsx';
import css from './glossary.module.css';

/** All terms and their definitions. `#glossary=window` goes to a term. */
export default function GlossaryPage({ hash }: { hash: string }) {
  const [text, setText] = useState('');
  const found = useMemo(() => find(text), [text]);
  useEffect(() => {
    const asked = /=(.*)/s.exec(hash)?.[1] ?? '';
    const target = document.getElementById(termId(decode(asked)));
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className={css.glossary}>
        <h1>Glossary</h1>
        <p className="lead">The terms of the three documents, as used here.</p>
        <Field type="search" label="Find a term" placeholder="Find a term" value={text} onChange={setText} />
        <p className="sr-only" role="status">
          {found.length} terms
        </p>
        {found.length === 0 && <p className="dim">No term contains “{text}”.</p>}
        <dl>
          {found.map((term) => (
            <div key={term.term} id={termId(term.term)} tabIndex={-1}>
              <dt>
                <b className="strong">{term.term}</b>
                {term.also.length > 0 && <span className="dim"> also: {term.also.join(', ')}</span>}
              </dt>
              <dd className="sub">
                <TermCard term={term} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </main>
  );
}

function find(text: string) {
  const words = text.trim().toLowerCase();
  return GLOSSARY.filter(({ term, also, definition }) =>
    [term, ...also, definition].some((part) => part.toLowerCase().includes(words)),
  );
}

function termId(term: string): string {
  return `term-${term.replaceAll(' ', '-')}`;
}

/** Decodes the term in the address. An address that cannot be decoded names no term. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
