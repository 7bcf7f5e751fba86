import { otherRun, type Lesson } from '../../lessons/lesson.ts';
import { useWords } from '../kit/useWords.ts';
import './lesson.css';

/** Says that a stop shows another run than the one before it. */
export function OtherRun({ lesson, index }: { lesson: Lesson; index: number }) {
  const { language, lesson: words } = useWords();
  const title = otherRun(lesson, index);
  if (title === '') return null;
  return (
    <p className="lesson-run" lang={language}>
      {words.anotherRun} <b lang={lesson.language}>{title}</b>
    </p>
  );
}
