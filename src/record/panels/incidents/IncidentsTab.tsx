import gallery from '../../../panels/gallery/gallery.module.css';
import { INCIDENTS } from '../../incidents/incidents.ts';
import kit from '../kit/kit.module.css';
import type { TabProps } from '../postfix/tab-props.ts';
import { incidentCards } from './IncidentCards.tsx';
import { IncidentLesson } from './IncidentLesson.tsx';

/** The incident whose recording is open, or a list of all. An address with an id opens a page of its own. */
export default function IncidentsTab({ view, hash }: TabProps) {
  const open = view?.files[0]?.name.split(' ')[0];
  const incident = hash.includes('&id=') ? undefined : INCIDENTS.find(({ id }) => id === open);
  return incident === undefined ? <List /> : <IncidentLesson key={incident.id} incident={incident} />;
}

function List() {
  return (
    <section className={`stack gap-12 ${kit.article}`} aria-label="Real incidents">
      <h1>Incidents of a real Postfix</h1>
      <p className="lead">
        Recordings of Postfix 3.7.11 in a laboratory, with names changed. Read the picture, find the cause,
        and choose a change. Then see its effect on the real Postfix.
      </p>
      <ul className={gallery.cards}>{incidentCards()}</ul>
    </section>
  );
}
