import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { type ReactNode, useState } from 'react';
import { findingWords } from '../../explain/findings/sentences.ts';
import type { FindingRule } from '../../protocol/findings.ts';
import { type Incident, INCIDENTS } from '../../incidents/incidents.ts';
import { chosenInstance, nameOfInstance, type Records, useRecords } from '../../store/record.ts';
import { Opening } from '../../../panels/kit/Opening.tsx';
import type { TabProps } from '../postfix/tab-props.ts';
import { useAsked } from '../postfix/useAsked.ts';
import { openIncident } from './incident-files.ts';
import { incidentCards } from './IncidentCards.tsx';
import gallery from '../../../panels/gallery/gallery.module.css';
import { Fault } from '../kit/parts.tsx';
import kit from '../kit/kit.module.css';
import css from './incidents.module.css';

interface Progress {
  /** Index of the answer chosen last; −1 = none. */
  answer: number;
  /** True once the reader has chosen the right cause. Choosing another answer later does not reset it. */
  solved: boolean;
  /** Indexes of the changes that the reader has opened. */
  tried: readonly number[];
}

/** Progress by incident, kept while the reader is in other tabs. */
const kept = new Map<string, Progress>();

/** Shows real incidents. The reader opens a recording, finds the cause, and sees the measured effect of changes. */
export default function IncidentsTab({ view, hash }: TabProps) {
  const asked = /&id=([a-z-]*)/.exec(hash)?.[1];
  // The id of the incident whose recording is open: the tab shows it again after a visit to another tab.
  const open = view?.files[0]?.name.split(' ')[0];
  const id = asked ?? open;
  const incident = INCIDENTS.find((one) => one.id === id);
  return incident === undefined ? <List /> : <Lesson key={id} incident={incident} />;
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

function Lesson({ incident }: { incident: Incident }) {
  const { id, title, reported, look } = incident;
  const { records, state } = useRecords();
  const fault = useIncident(records, incident);
  const [progress, setProgress] = useState<Progress>(
    () => kept.get(id) ?? { answer: -1, solved: false, tried: [] },
  );
  const move = (part: Partial<Progress>): void => {
    const next = { ...progress, ...part };
    kept.set(id, next);
    setProgress(next);
  };
  if (fault !== '') return <Fault text={fault} />;
  if (state.view?.files.some(({ name }) => name.startsWith(`${id} `)) !== true) return <Opening />;
  const isRight = (answer: number): boolean => incident.answers[answer]?.right === true;
  return (
    <article className={`stack gap-12 ${kit.article}`} aria-label={title}>
      <p>
        <a className="link" href="#postfix&tab=incidents&id=">
          All incidents
        </a>
      </p>
      <h1>{title}</h1>
      <p className="lead">{reported}</p>
      <ol className="stack gap-16">
        <Step title="1. Read the picture">
          <p>{look}</p>
          <p>
            <a className="btn primary" href="#postfix&tab=findings">
              Open the findings
            </a>{' '}
            <span className="dim">Then come back to the tab Incident.</span>
          </p>
        </Step>
        <Cause
          incident={incident}
          progress={progress}
          onAnswer={(answer) => move({ answer, solved: progress.solved || isRight(answer) })}
        />
        {progress.solved && (
          <Changes
            incident={incident}
            tried={progress.tried}
            onTry={(i) => move({ tried: [...new Set([...progress.tried, i])] })}
          />
        )}
      </ol>
    </article>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={`stack ${css.incidentStep}`}>
      <h2>{title}</h2>
      {children}
    </li>
  );
}

interface CauseProps {
  incident: Incident;
  progress: Progress;
  onAnswer: (place: number) => void;
}

function Cause({ incident: { question, answers, finding }, progress: { answer }, onAnswer }: CauseProps) {
  const found = answers[answer]?.right === true;
  return (
    <Step title="2. Find the cause">
      <p>{question}</p>
      <Choices
        label={question}
        texts={answers.map(({ text }) => text)}
        pressed={(i) => i === answer}
        onChoose={onAnswer}
      />
      <div role="status">
        {answer >= 0 && (
          <p>
            <b>{found ? 'Yes.' : 'No.'}</b> {answers[answer]?.because}
          </p>
        )}
        {found && <FindingOfRecord finding={finding} />}
      </div>
    </Step>
  );
}

interface ChangesProps {
  incident: Incident;
  tried: readonly number[];
  onTry: (place: number) => void;
}

function Changes({ incident: { changes, lesson }, tried, onTry }: ChangesProps) {
  return (
    <>
      <Step title="3. Choose the change">
        <p>Each was measured with the real Postfix, the same mail and the same servers.</p>
        <Choices
          label="Changes"
          texts={changes.map(({ change }) => change)}
          mono
          pressed={(i) => tried.includes(i)}
          onChoose={onTry}
        />
      </Step>
      {tried.length > 0 && (
        <Step title="4. What the real Postfix did">
          <dl className="stack gap-10" role="status">
            {tried.map((i) => (
              <div key={changes[i]?.change}>
                <dt className="mono text-2 breaks">{changes[i]?.change}</dt>
                <dd>
                  <b>{verdictOf(changes[i]?.helps)}</b> {changes[i]?.did}
                </dd>
              </div>
            ))}
          </dl>
          <p className={kit.sunk}>{lesson}</p>
          <p>
            <a className="link" href="#postfix&tab=what-if">
              Simulate other changes on a model of this record
            </a>
          </p>
        </Step>
      )}
    </>
  );
}

function verdictOf(helps: Incident['changes'][number]['helps'] = false): string {
  if (helps === 'leave') return 'The best choice.';
  if (helps === 'unclear') return 'No clear effect.';
  return helps ? 'Worth it.' : 'Not worth it.';
}

/** Shows the program's finding about the record, which is computed from the log and not written by an author. */
function FindingOfRecord({ finding }: { finding: FindingRule }) {
  const { state } = useRecords();
  const name = nameOfInstance(chosenInstance(state));
  const report = useAsked(`incident ${name.host} ${name.instance}`, async (questions) => {
    const answer = await questions.late({ ...name, classes: [], from: 0, to: 0 });
    return answer.ok ? answer.value : null;
  });
  const found = report?.findings.find(({ rule }) => rule === finding);
  if (found === undefined || state.view === null) return null;
  return <p className={kit.sunk}>Finding in this record: {findingWords(found, state.view.zone).sentence}</p>;
}

interface ChoicesProps {
  label: string;
  texts: readonly string[];
  mono?: boolean;
  pressed: (place: number) => boolean;
  onChoose: (place: number) => void;
}

function Choices({ label, texts, mono = false, pressed, onChoose }: ChoicesProps) {
  return (
    <div className="stack gap-6" role="group" aria-label={label}>
      {texts.map((text, i) => (
        <p key={text}>
          <button
            type="button"
            className={`btn outlined ${mono ? 'mono' : ''} ${css.incidentChoice}`}
            aria-pressed={pressed(i)}
            onClick={() => onChoose(i)}
          >
            {text}
          </button>
        </p>
      ))}
    </div>
  );
}
