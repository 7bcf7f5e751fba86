import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { findingWords } from '../../explain/findings/sentences.ts';
import type { Incident } from '../../incidents/incidents.ts';
import css from './incidents.module.css';
import { useFindingOf } from './IncidentPicture.tsx';

interface CauseQuestionProps {
  incident: Incident;
  /** Indexes of the wrong answers chosen so far. */
  wrong: readonly number[];
  onAnswer: (at: number) => void;
}

/** The question about the cause. A wrong answer is struck through, and its reason appears below it. */
export function CauseQuestion({
  incident: { question, answers, hint },
  wrong,
  onAnswer,
}: CauseQuestionProps) {
  const [hinted, setHinted] = useState(false);
  return (
    <section className={css.incidentQuestion} aria-label="Find the cause">
      <h2>{question}</h2>
      <ul className={css.incidentAnswers}>
        {answers.map(({ text, because }, i) => (
          <li key={text}>
            <button
              type="button"
              className={css.incidentAnswer}
              data-wrong={wrong.includes(i) || undefined}
              disabled={wrong.includes(i)}
              onClick={() => onAnswer(i)}
            >
              <kbd>{'ABC'[i]}</kbd>
              <span>{text}</span>
            </button>
            <p role="status">{wrong.includes(i) && because}</p>
          </li>
        ))}
      </ul>
      <aside>
        {hinted ? (
          <p className={css.incidentHint} role="status">
            {hint}
          </p>
        ) : (
          <Button look="outlined" size="big" onClick={() => setHinted(true)}>
            <Icon name="why" />
            Hint
          </Button>
        )}
      </aside>
    </section>
  );
}

/** The cause in one line. Its reason and the program's own finding open on request. */
export function CauseFound({ incident, zone }: { incident: Incident; zone: string }) {
  const { question, answers } = incident;
  const right = answers.find((answer) => answer.right);
  const finding = useFindingOf(incident);
  return (
    <details className={css.incidentFound}>
      <summary>
        <Icon name="check" />
        <span>
          <span className="sub">{question}</span> <b>{right?.text}.</b>
        </span>
        <span className="link">Why</span>
      </summary>
      <p>{right?.because}</p>
      {finding !== null && (
        <p className="sub">Finding in this record: {findingWords(finding, zone).sentence}</p>
      )}
      <p>
        <a className="link" href="#postfix&tab=findings">
          Open the findings of this record
        </a>
      </p>
    </details>
  );
}
