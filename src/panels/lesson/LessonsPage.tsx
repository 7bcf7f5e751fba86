import { LESSONS } from '../../lessons/catalogue.ts';
import { asksSomething, type Lesson, type LessonDocument } from '../../lessons/lesson.ts';
import { OpenFile } from '../kit/OpenFile.tsx';
import { forgetProgress, useProgress, type LessonProgress } from './progress.ts';
import { HOW_LESSONS } from '../../explain/labels.ts';
import './lesson.css';
import '../gallery/gallery.css';

/** The documents in the order in which a reader would learn them. */
const GROUPS: readonly [LessonDocument, string, string][] = [
  ['scheduler', 'The scheduler', 'SCHEDULER_README: jobs, delivery slots, preemption, windows'],
  ['timers', 'Timers', 'The purgatory redesign: timing wheels, the clock, watch lists'],
  ['threads', 'Threads', 'Concurrency groups: who wakes, and how many may run'],
];

/** All lessons, with how far the reader came in each. One of them is the start: the first that is not finished. */
export default function LessonsPage({ onFile }: { onFile: (text: string) => Promise<string | null> }) {
  const progress = useProgress();
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className="lessons">
        <Start progress={progress} onFile={onFile} />
        {GROUPS.map(([document, title, about]) => (
          <section key={document} aria-label={title}>
            <h2>
              {title} <span className="dim">{about}</span>
            </h2>
            <ol className="lesson-cards">
              {LESSONS.map((lesson, i) =>
                lesson.document === document ? (
                  <li key={lesson.id}>
                    <Card lesson={lesson} place={i} progress={progress.get(lesson.id)} />
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

interface StartProps {
  progress: ReadonlyMap<string, LessonProgress>;
  onFile: (text: string) => Promise<string | null>;
}

function Start({ progress, onFile }: StartProps) {
  // Lesson 0 is for courses: whoever comes alone begins with the queue manager itself.
  const at = Math.max(
    1,
    LESSONS.findIndex(({ id }, place) => place > 0 && !isDone(progress.get(id))),
  );
  const lesson = LESSONS[at];
  return (
    <div className="lessons-head">
      <h1>Learn it by predicting it</h1>
      <p className="lead">
        Each lesson is a few stops in a run. You say what happens next, and the engine answers. Nothing leaves
        this machine.
      </p>
      {lesson !== undefined && (
        <section className="lesson-start" aria-label={progress.size === 0 ? 'Start here' : 'Go on here'}>
          <p className="lesson-facts">
            {progress.size === 0 ? 'Start here' : 'Go on here'}, lesson {at}, {lesson.minutes} min, assumes{' '}
            {lesson.assumes}
          </p>
          <b>{lesson.title}</b>
          <p className="lesson-about">{lesson.about}</p>
          <a className="btn primary big" href={addressOf(lesson, progress.get(lesson.id))}>
            {progress.get(lesson.id) === undefined ? `Start lesson ${at}` : `Go on with lesson ${at}`}
          </a>
        </section>
      )}
      <div className="row">
        <a className="btn primary" href="#write">
          Write a lesson
        </a>
        <a className="btn outlined" href="#first">
          The first minute
        </a>
        <a className="btn outlined" href="#practice">
          Practise without end
        </a>
        <a className="btn outlined" href="#class">
          Ask a class
        </a>
        <a className="btn outlined" href="#teach">
          For teachers
        </a>
        <OpenFile
          text="Open a lesson file"
          name="lesson file"
          accept=".lesson,.txt,.md,.json,text/plain"
          onFile={onFile}
        />
        <a className="btn outlined" href="lessons.html">
          {HOW_LESSONS}
        </a>
        {progress.size > 0 && (
          <button type="button" className="btn" onClick={forgetProgress}>
            Forget my progress
          </button>
        )}
      </div>
    </div>
  );
}

function isDone(progress: LessonProgress | undefined): boolean {
  return progress !== undefined && progress.right >= 0;
}

/** Where the reader goes on in a lesson; one that was finished begins anew. */
function addressOf(lesson: Lesson, progress: LessonProgress | undefined): string {
  const begun = progress !== undefined && progress.stop > 1 && progress.stop < lesson.stops.length;
  return `#lesson=${lesson.id}${begun ? `&stop=${progress.stop}` : ''}`;
}

interface CardProps {
  lesson: Lesson;
  place: number;
  progress: LessonProgress | undefined;
}

/** What a lesson takes, what it takes for granted, and what one can do then. */
function Card({ lesson, place, progress }: CardProps) {
  const questions = lesson.stops.filter(asksSomething).length;
  const begun = progress !== undefined && progress.stop < lesson.stops.length;
  return (
    <a className="lesson-card" href={addressOf(lesson, progress)}>
      <span className="lesson-number" aria-hidden="true">
        {place}
      </span>
      <span className="lesson-title">
        <b>{lesson.title}</b> <span className="lesson-facts">{lesson.minutes} min</span>
      </span>
      <span className="lesson-about">
        {lesson.able.length > 0 ? `You can then ${lesson.able.join('; ')}.` : lesson.about}
      </span>
      <span className="lesson-facts">
        assumes {lesson.assumes}, {questions} {questions === 1 ? 'question' : 'questions'}
        {begun && `, you are at stop ${progress.stop}`}
        {progress !== undefined && progress.right >= 0 && `, best ${progress.right} of ${progress.questions}`}
      </span>
    </a>
  );
}
