import { LESSONS } from '../../lessons/catalogue.ts';
import { asksSomething, type Lesson, type LessonDocument, lessonIn } from '../../lessons/lesson.ts';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { OpenFile } from '../../../panels/kit/OpenFile.tsx';
import { forgetProgress, useProgress, type LessonProgress } from './progress.ts';
import { useWords } from '../kit/useWords.ts';
import css from './lesson.module.css';
import '../../../panels/gallery/gallery.module.css';

/** The documents in the order in which a reader would learn them. */
const GROUPS = ['scheduler', 'timers', 'threads'] as const satisfies LessonDocument[];

/** All lessons, with how far the reader came in each. One of them is the start: the first that is not finished. */
export default function LessonsPage({ onFile }: { onFile: (text: string) => Promise<string | null> }) {
  const progress = useProgress();
  const { language, lessons: words } = useWords();
  return (
    <main className="page" id="stage" tabIndex={-1} lang={language}>
      <div className={css.lessons}>
        <Start progress={progress} onFile={onFile} />
        {GROUPS.map((document) => (
          <section key={document} aria-label={words.groups[document].title}>
            <h2>
              {words.groups[document].title} <span className="dim">{words.groups[document].about}</span>
            </h2>
            <ol className={css.lessonCards}>
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
  const { language, lessons: words, lesson: frame } = useWords();
  // Lesson 0 is for courses: a reader who comes alone begins with the queue manager itself.
  const at = Math.max(
    1,
    LESSONS.findIndex(({ id }, place) => place > 0 && !isDone(progress.get(id))),
  );
  const found = LESSONS[at];
  const lesson = found === undefined ? undefined : lessonIn(found, language);
  const here = progress.size === 0 ? words.startHere : words.goOnHere;
  return (
    <div className={css.lessonsHead}>
      <h1>{words.title}</h1>
      <p className="lead">{words.lead}</p>
      {lesson !== undefined && (
        <section className={css.lessonStart} aria-label={here}>
          <p className={css.lessonFacts}>{words.facts(here, at, lesson.minutes, lesson.assumes)}</p>
          <b lang={lesson.language}>{lesson.title}</b>
          <p className={css.lessonAbout} lang={lesson.language}>
            {lesson.about}
          </p>
          <a className="btn primary big" href={addressOf(lesson, progress.get(lesson.id))}>
            {progress.get(lesson.id) === undefined ? words.start(at) : words.goOn(at)}
          </a>
        </section>
      )}
      <div className="row">
        <a className="btn outlined" href="#write">
          {words.write}
        </a>
        <a className="btn outlined" href="#first">
          {words.first}
        </a>
        <a className="btn outlined" href="#practice">
          {words.practise}
        </a>
        <a className="btn outlined" href="#class">
          {words.askClass}
        </a>
        <a className="btn outlined" href="#teach">
          {words.teachers}
        </a>
        <OpenFile
          text={words.openFile}
          name={words.file}
          accept=".lesson,.txt,.md,.json,text/plain"
          onFile={onFile}
        />
        <a className="btn outlined" href="lessons.html">
          {frame.howWritten}
        </a>
        {progress.size > 0 && (
          <button type="button" className="btn" onClick={forgetProgress}>
            {words.forget}
          </button>
        )}
        <LanguagePick />
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
function Card({ lesson: found, place, progress }: CardProps) {
  const { language, lessons: words } = useWords();
  const lesson = lessonIn(found, language);
  const questions = lesson.stops.filter(asksSomething).length;
  const begun = progress !== undefined && progress.stop < lesson.stops.length;
  return (
    <a className={css.lessonCard} href={addressOf(lesson, progress)}>
      <span className={css.lessonNumber} aria-hidden="true">
        {place}
      </span>
      <span className={css.lessonTitle}>
        <b lang={lesson.language}>{lesson.title}</b>{' '}
        <span className={css.lessonFacts}>{words.minutes(lesson.minutes)}</span>
      </span>
      <span className={css.lessonAbout} lang={lesson.language}>
        {lesson.able.length > 0 && lesson.language === language
          ? words.ableThen(lesson.able.join('; '))
          : lesson.about}
      </span>
      <span className={css.lessonFacts}>
        {words.assumes(lesson.assumes, questions)}
        {begun && words.atStop(progress.stop)}
        {progress !== undefined && progress.right >= 0 && words.best(progress.right, progress.questions)}
        {lesson.language !== language && words.inOther !== '' && <b>, {words.inOther}</b>}
      </span>
    </a>
  );
}
