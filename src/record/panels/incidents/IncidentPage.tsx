import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { type Incident, INCIDENTS } from '../../incidents/incidents.ts';
import { Fault } from '../kit/parts.tsx';
import { IncidentLesson } from './IncidentLesson.tsx';

/** `#postfix&tab=incidents&id=…`: one incident on one page. */
export default function IncidentPage({ hash }: { hash: string }) {
  const asked = /&id=([a-z-]*)/.exec(hash)?.[1];
  const incident = INCIDENTS.find(({ id }) => id === asked);
  return (
    <main className="page" id="stage" tabIndex={-1}>
      {incident === undefined ? (
        <Fault text="There is no incident with this name." />
      ) : (
        <Named key={incident.id} incident={incident} />
      )}
    </main>
  );
}

function Named({ incident }: { incident: Incident }) {
  useNamesPage(incident.title);
  return <IncidentLesson incident={incident} />;
}
