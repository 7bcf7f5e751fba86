import { otherRun, type Lesson } from '../../lessons/lesson.ts';
import './lesson.css';

/** Says that a stop shows another run than the one before it. */
export function OtherRun({ lesson, index }: { lesson: Lesson; index: number }) {
  const title = otherRun(lesson, index);
  if (title === '') return null;
  return (
    <p className="lesson-run">
      Another run: <b>{title}</b>
    </p>
  );
}
