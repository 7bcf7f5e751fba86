import { LESSONS } from '../../lessons/catalogue.ts';
import type { Lesson, LessonDocument } from '../../lessons/lesson.ts';
import { OpenFile } from '../kit/OpenFile.tsx';
import { forgetProgress, useProgress, type LessonProgress } from './progress.ts';
import './lesson.css';

/** The documents in the order in which somebody would learn them. */
const GROUPS: readonly [LessonDocument, string, string][] = [
  ['scheduler', 'The scheduler', 'SCHEDULER_README: jobs, delivery slots, preemption, windows'],
  ['timers', 'Timers', 'The purgatory redesign: timing wheels, the clock, watch lists'],
  ['threads', 'Threads', 'Concurrency groups: who wakes, and how many may run'],
];

/** All lessons, with how far the reader came in each. */
export default function LessonsPage({ onFile }: { onFile: (text: string) => Promise<string | null> }) {
  const progress = useProgress();
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className="lessons">
        <div className="gallery-head lessons-head">
          <h1>Learn it by predicting it</h1>
          <p className="lead">
            Each lesson is a few stops in a run. You say what happens next, and the engine answers. Nothing
            leaves this machine.
          </p>
          <div className="row">
            <a className="btn primary" href="#practice">
              Practise without end
            </a>
            <OpenFile
              text="Open a lesson file"
              name="lesson file"
              accept=".lesson,.txt,.md,.json,text/plain"
              onFile={onFile}
            />
            <a className="btn outlined" href="lessons.html">
              Write your own
            </a>
            {progress.size > 0 && (
              <button type="button" className="btn" onClick={forgetProgress}>
                Forget my progress
              </button>
            )}
          </div>
        </div>
        {GROUPS.map(([document, title, about]) => (
          <section key={document} aria-label={title}>
            <h2>
              {title} <span className="dim">{about}</span>
            </h2>
            <ol className="lesson-cards">
              {LESSONS.map((lesson, i) =>
                lesson.document === document ? (
                  <li key={lesson.id}>
                    <Card lesson={lesson} place={i + 1} progress={progress.get(lesson.id)} />
                  </li>
                ) : null,
              )}
            </ol>
          </section>
        ))}
      </div>
    </main>
  );
}

interface CardProps {
  lesson: Lesson;
  place: number;
  progress: LessonProgress | undefined;
}

function Card({ lesson, place, progress }: CardProps) {
  const questions = lesson.stops.filter(({ ask }) => ask !== null).length;
  const begun = progress !== undefined && progress.stop < lesson.stops.length;
  const stop = begun && progress.stop > 1 ? `&stop=${progress.stop}` : '';
  return (
    <a className="lesson-card" href={`#lesson=${lesson.id}${stop}`}>
      <span className="lesson-number" aria-hidden="true">
        {place}
      </span>
      <b>{lesson.title}</b>
      <span className="card-about">{lesson.about}</span>
      <span className="card-facts">
        {lesson.stops.length} stops, {questions} {questions === 1 ? 'question' : 'questions'}
        {begun && `, you are at stop ${progress.stop}`}
        {progress !== undefined && progress.right >= 0 && `, best ${progress.right} of ${progress.questions}`}
      </span>
    </a>
  );
}
