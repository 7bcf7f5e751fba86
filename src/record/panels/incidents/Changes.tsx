import type { Incident } from '../../incidents/incidents.ts';
import css from './incidents.module.css';

interface ChangesProps {
  incident: Incident;
  /** Index of the change chosen first; −1 = none. */
  chosen: number;
  onChoose: (at: number) => void;
}

/** The changes to choose from. After a choice, what the real Postfix did with each. */
export function Changes({ incident: { changes }, chosen, onChoose }: ChangesProps) {
  const open = chosen >= 0;
  return (
    <section className={css.incidentChanges} aria-labelledby="incident-changes">
      <h2 id="incident-changes">{open ? 'What the real Postfix did with each change' : 'Choose a change'}</h2>
      <p className="sub">Each was measured with the same mail and the same servers.</p>
      <ul>
        {changes.map(({ change, did, helps }, i) => (
          <li key={change} data-chosen={i === chosen || undefined}>
            <button type="button" aria-pressed={i === chosen} onClick={() => onChoose(i)}>
              <i />
              <span className="mono breaks">{change}</span>
            </button>
            {open && (
              <>
                <b data-helps={String(helps)}>{verdictOf(helps)}</b>
                <span>{did}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function verdictOf(helps: Incident['changes'][number]['helps']): string {
  if (helps === 'leave') return 'The best choice.';
  if (helps === 'unclear') return 'No clear effect.';
  return helps ? 'Worth it.' : 'Not worth it.';
}
