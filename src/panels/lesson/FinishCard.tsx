import { useState } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { completionCode } from '../../lessons/completion.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { Icon } from '../kit/Icon.tsx';
import type { Score } from './useScore.ts';

/** The end of a lesson: what was right, and a code for whoever asked for one. */
export function FinishCard({ lesson, score }: { lesson: Lesson; score: Score }) {
  const { right, questions } = score;
  // As it was when the end was reached: the clock does not go on while the reader looks at it.
  const [seconds] = useState(score.seconds);
  const [said, setSaid] = useState('Copy the code');
  const code = completionCode({ lesson: lesson.id, right, questions, seconds });
  const place = LESSONS.indexOf(lesson);
  const next = place < 0 ? undefined : LESSONS[place + 1];
  return (
    <section className="lesson-finish" aria-label="End of the lesson">
      <p>
        <Icon name="check" />
        {questions === 0
          ? 'You have reached the end.'
          : `${right} of ${questions} right at the first choice, in ${minutes(seconds)}.`}
      </p>
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
    </section>
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
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
