import { useState } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { completionCode } from '../../lessons/completion.ts';
import type { GivenAnswer } from '../../lessons/answers.ts';
import { asksSomething, type Lesson } from '../../lessons/lesson.ts';
import { Icon } from '../kit/Icon.tsx';
import type { Score } from './useScore.ts';
import './lesson.css';

interface FinishCardProps {
  lesson: Lesson;
  score: Score;
  go: (stop: number) => void;
  /** In the place of a question, wide and low; otherwise under the text. */
  below?: boolean;
}

/** The end of a lesson: what one can do now, each answer, and a code for whoever asked for one. */
export function FinishCard({ lesson, score, go, below = false }: FinishCardProps) {
  const { right, questions } = score;
  // As it was when the end was reached: the clock does not go on while the reader looks at it.
  const [seconds] = useState(score.seconds);
  const [said, setSaid] = useState('Copy the code');
  const code = completionCode({ lesson: lesson.id, right, questions, seconds });
  const place = LESSONS.indexOf(lesson);
  const next = place < 0 ? undefined : LESSONS[place + 1];
  return (
    <section className="lesson-finish" aria-label="End of the lesson" data-below={below || undefined}>
      {lesson.able.length > 0 && (
        <div>
          <h2>You can now</h2>
          <ul className="lesson-able">
            {lesson.able.map((clause) => (
              <li key={clause}>{clause}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <p>
          {questions > 0 && right === questions && <Icon name="check" />}
          {questions === 0
            ? 'You have reached the end.'
            : `${right} of ${questions} right at the first choice, in ${minutes(seconds)}.`}
        </p>
        <Answers lesson={lesson} score={score} go={go} />
        <div className="row lesson-code">
          <code className="mono">{code}</code>
          <button type="button" className="btn outlined" onClick={() => void copy(code).then(setSaid)}>
            {said}
          </button>
        </div>
        {next !== undefined && (
          <a className="btn primary big" href={`#lesson=${next.id}`}>
            Next lesson: {next.title}
          </a>
        )}
      </div>
    </section>
  );
}

/** Answered, and not right at the first choice. */
function missedAt({ revealed, right }: GivenAnswer): boolean {
  return revealed && !right;
}

/** The questions that were not right at the first choice, each with a way to try it again. */
function Answers({ lesson, score, go }: FinishCardProps) {
  const missed = lesson.stops.flatMap((stop, i) =>
    asksSomething(stop) && missedAt(score.answerOf(i + 1)) ? [{ title: stop.title, stop: i + 1 }] : [],
  );
  if (missed.length === 0) return null;
  return (
    <ul className="lesson-missed" aria-label="Questions to try again">
      {missed.map(({ title, stop }) => (
        <li key={stop}>
          <button
            type="button"
            className="btn outlined"
            onClick={() => {
              score.forget(stop);
              go(stop);
            }}
          >
            Again: {title}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What became of it: where the page has no secure address, or no leave, there is no clipboard. */
async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Select it and press Ctrl C';
  }
}

function minutes(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
