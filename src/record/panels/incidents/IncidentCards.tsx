import { INCIDENTS } from '../../incidents/incidents.ts';
import { IncidentPicture } from './IncidentPicture.tsx';
import './incidents.css';

/** The incidents, each a way to its recording and lesson. */
export function IncidentCards() {
  return (
    <ul className="incidents-list">
      {INCIDENTS.map(({ id, title, reported }) => (
        <li key={id}>
          <a className="incident-card" href={`#postfix&tab=incidents&id=${id}`}>
            <b>{title}</b>
            <span>{reported}</span>
            <IncidentPicture id={id} />
          </a>
        </li>
      ))}
    </ul>
  );
}
