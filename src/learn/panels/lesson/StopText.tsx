import { useEffect, useRef, Suspense } from 'react';
import { type Lesson, otherRun, type StopRule } from '../../lessons/lesson.ts';
import { useWords } from '../kit/useWords.ts';
import { lazyWithRetry } from '../../../panels/kit/lazy.tsx';
import { Loading } from './LessonStage.tsx';
import css from './lesson.module.css';

/**
 * The title of a stop, from 1. It takes the focus, so that screen readers start here and charts do not receive the
 * keys.
 */
export function StopTitle({ lesson, at }: { lesson: Lesson; at: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at]);
  return (
    <h1 ref={heading} tabIndex={-1} lang={lesson.language}>
      {lesson.stops[at - 1]?.title}
    </h1>
  );
}

/** Shows the title of the run, when the previous stop has another run. */
export function OtherRun({ lesson, index }: { lesson: Lesson; index: number }) {
  const { language, lesson: words } = useWords();
  const title = otherRun(lesson, index);
  if (title === '') return null;
  return (
    <p className="sub text-2" data-other-run lang={language}>
      {words.anotherRun} <b lang={lesson.language}>{title}</b>
    </p>
  );
}

const RuleCard = lazyWithRetry(() => import('./RuleCard.tsx'));

export function LessonRule({ rule: { asked, from, to } }: { rule: StopRule }) {
  return (
    <div className={css.rulePlace}>
      <Suspense fallback={<Loading />}>
        <RuleCard asked={asked} from={from} to={to} />
      </Suspense>
    </div>
  );
}
