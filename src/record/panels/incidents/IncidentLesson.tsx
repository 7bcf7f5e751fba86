import { useState } from 'react';
import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { Opening } from '../../../panels/kit/Opening.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { type Incident, INCIDENTS } from '../../incidents/incidents.ts';
import { type Records, useRecords } from '../../store/record.ts';
import { Fault } from '../kit/parts.tsx';
import { CauseFound, CauseQuestion } from './Cause.tsx';
import { Changes } from './Changes.tsx';
import { complaintOf } from './IncidentCards.tsx';
import { openIncident } from './incident-files.ts';
import { IncidentPicture } from './IncidentPicture.tsx';
import css from './incidents.module.css';

interface Progress {
  /** Indexes of the wrong answers chosen so far. */
  wrong: readonly number[];
  solved: boolean;
  /** Index of the change chosen first; −1 = none. */
  change: number;
}

/** Progress by incident, kept while the reader is on other pages. */
const kept = new Map<string, Progress>();

const STEPS = ['Look', 'Find the cause', 'Choose a change', 'What Postfix did'];

/** Opens the recording of an incident instead of the current record. Returns the error, or ''. */
function useIncident(records: Records, { id }: Incident): string {
  const fault = useQuestion<string>(id, async ({ wanted }) => {
    try {
      await openIncident(records, id, wanted);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  });
  return fault ?? '';
}

/** One incident: the record, the question below it, then the changes and what the real Postfix did with them. */
export function IncidentLesson({ incident }: { incident: Incident }) {
  const { id, title, reported, answers, lesson } = incident;
  const { records, state } = useRecords();
  const fault = useIncident(records, incident);
  const [progress, setProgress] = useState<Progress>(
    () => kept.get(id) ?? { wrong: [], solved: false, change: -1 },
  );
  const move = (part: Partial<Progress>): void => {
    const next = { ...progress, ...part };
    kept.set(id, next);
    setProgress(next);
  };
  const { wrong, solved, change } = progress;
  const view = state.view?.files.some(({ name }) => name.startsWith(`${id} `)) === true ? state.view : null;
  const answer = (at: number): void =>
    answers[at]?.right === true ? move({ solved: true }) : move({ wrong: [...new Set([...wrong, at])] });
  const quote = complaintOf(reported);
  return (
    <article className={css.incident} aria-label={title}>
      <header className={css.incidentHead}>
        <div>
          <a className={css.incidentBack} href="#gallery">
            <Icon name="right" />
            Real incidents
          </a>
          <h1>{title}</h1>
          <p className="lead">{quote}</p>
          <p className="sub">{reported.slice(quote.length).trim()}</p>
        </div>
        <Steps at={solved ? (change < 0 ? 2 : 3) : 1} />
      </header>
      <Fault text={fault} />
      {fault === '' && view === null && <Opening />}
      {view !== null && (
        <>
          <details key={String(solved)} className={css.incidentRecord} open={!solved}>
            <summary>
              <Icon name="right" />
              The record
            </summary>
            <IncidentPicture incident={incident} zone={view.zone} />
          </details>
          {solved ? (
            <>
              <CauseFound incident={incident} zone={view.zone} />
              <Changes incident={incident} chosen={change} onChoose={(at) => move({ change: at })} />
            </>
          ) : (
            <CauseQuestion incident={incident} wrong={wrong} onAnswer={answer} />
          )}
          {change >= 0 && <Next incident={incident} lesson={lesson} />}
        </>
      )}
    </article>
  );
}

function Steps({ at }: { at: number }) {
  return (
    <ol className={css.incidentSteps}>
      {STEPS.map((step, i) => (
        <li key={step} aria-current={i === at ? 'step' : undefined} data-done={i < at || undefined}>
          <span>{i < at ? <Icon name="check" /> : i + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  );
}

/** What to remember, and the way to the next incident. */
function Next({ incident, lesson }: { incident: Incident; lesson: string }) {
  const next = INCIDENTS[(INCIDENTS.indexOf(incident) + 1) % INCIDENTS.length];
  return (
    <footer className={css.incidentNext}>
      <p>{lesson}</p>
      <span className="row">
        <a className="btn outlined" href="#postfix&tab=what-if">
          Try other changes
        </a>
        <a className="btn primary" href={`#postfix&tab=incidents&id=${next?.id}`}>
          Next incident
        </a>
      </span>
    </footer>
  );
}
