import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useEffect, useRef, useState } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { completionCode } from '../../lessons/completion.ts';
import { asksSomething, type Lesson, lessonIn } from '../../lessons/lesson.ts';
import type { Words } from '../../words/en/index.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { Score } from './useScore.ts';
import { useWords } from '../kit/useWords.ts';
import css from './lesson.module.css';
import { Button } from '../../../ui/Button.tsx';

interface FinishCardProps {
  lesson: Lesson;
  score: Score;
  go: (stop: number) => void;
  /** True = the card has no links to other lessons. */
  student: boolean;
  /** True = a wide and low card in the place of a question. False = a card under the text. */
  below?: boolean;
}

/** The end of a lesson: what the reader can do now, the result, and a code for the teacher. */
export function FinishCard({ lesson, score, go, student, below = false }: FinishCardProps) {
  const words = useWords();
  const { finish } = words;
  const { right, questions } = score;
  const unanswered = unansweredStops(lesson, score).length;
  // The time stops when the reader reaches the end, and does not grow while the result is shown.
  const [seconds] = useState(score.seconds);
  const code = completionCode({ lesson: lesson.id, right, questions, seconds });
  const box = useRef<HTMLElement>(null);
  // Scrolls to the card. Under a long text, the card would start outside the view and go unnoticed.
  useEffect(() => {
    if (!below) box.current?.scrollIntoView({ block: 'nearest' });
  }, [below]);
  const next = student ? undefined : nextLesson(lesson);
  return (
    <section ref={box} className={css.lessonFinish} aria-label={finish.label} data-below={below || undefined}>
      {lesson.able.length > 0 && (
        <div>
          <h2>{questions > 0 && unanswered === questions ? finish.canAfter : finish.canNow}</h2>
          <ul className={css.lessonAble} lang={lesson.language}>
            {lesson.able.map((clause) => (
              <li key={clause}>{clause}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <p className="row">
          {questions > 0 && right === questions && <Icon name="check" />}
          {resultSentence(finish, { right, questions, unanswered, seconds })}
        </p>
        <Answers lesson={lesson} score={score} go={go} />
        {(questions === 0 || unanswered < questions) && (
          <div className="row wrap">
            <code className="mono strong">{code}</code>
            <CopyButton text={code} label={finish.copyCode} copied={finish.copied} byHand={finish.selectIt} />
          </div>
        )}
        {below && next !== undefined && (
          <a className="btn primary big" href={`#lesson=${next.id}`}>
            {words.lesson.nextLessonNamed(lessonIn(next, lesson.language).title)}
          </a>
        )}
      </div>
    </section>
  );
}

export function nextLesson(lesson: Lesson): Lesson | undefined {
  const place = LESSONS.findIndex(({ id }) => id === lesson.id);
  return place < 0 ? undefined : LESSONS[place + 1];
}

/** Finds stops, from 1, whose question was not answered in this visit. A link can lead directly to the end. */
function unansweredStops(lesson: Lesson, score: Score): number[] {
  return lesson.stops.flatMap((stop, i) =>
    asksSomething(stop) && !score.answerOf(i + 1).revealed ? [i + 1] : [],
  );
}

function resultSentence(
  finish: Words['finish'],
  of: { right: number; questions: number; unanswered: number; seconds: number },
): string {
  const { right, questions, unanswered, seconds } = of;
  if (questions === 0) return finish.reached;
  if (unanswered === questions) return finish.noneAnswered(questions);
  const time = seconds < 90 ? finish.seconds(seconds) : finish.minutes(Math.round(seconds / 60));
  return finish.result(right, questions, unanswered, time);
}

/**
 * Maximum number of missed questions whose buttons show a title. With more, each button shows only a number, so that
 * the card fits a tablet.
 */
const NAMED_MAX = 2;

/** Shows buttons to the first open question, and to each question whose first answer was wrong. */
function Answers({ lesson, score, go }: Pick<FinishCardProps, 'lesson' | 'score' | 'go'>) {
  const { finish } = useWords();
  const missed = lesson.stops.flatMap((stop, i) => {
    const { revealed, right } = score.answerOf(i + 1);
    return asksSomething(stop) && revealed && !right ? [{ title: stop.title, stop: i + 1 }] : [];
  });
  const open = unansweredStops(lesson, score);
  const [first] = open;
  if (missed.length === 0 && open.length === 0) return null;
  return (
    <ul className="row wrap gap-6" aria-label={finish.tryAgain}>
      {first !== undefined && (
        <li>
          <Button look="outlined" onClick={() => go(first)}>
            {open.length === 1 ? finish.answerIt : finish.answerFirst}
          </Button>
        </li>
      )}
      {missed.map(({ title, stop }) => (
        <li key={stop}>
          <Button
            look="outlined"
            aria-label={finish.again(title)}
            data-tip={missed.length > NAMED_MAX ? title : undefined}
            onClick={() => {
              score.forget(stop);
              go(stop);
            }}
          >
            {finish.again(missed.length > NAMED_MAX ? String(stop) : title)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
