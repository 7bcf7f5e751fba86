import { LESSONS } from '../../lessons/catalogue.ts';
import { asksSomething, type Lesson, type LessonDocument, lessonIn } from '../../lessons/lesson.ts';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { OpenFile } from '../../../panels/kit/OpenFile.tsx';
import { forgetProgress, useProgress, type LessonProgress } from './progress.ts';
import { useWords } from '../kit/useWords.ts';
import kitCss from '../kit/kit.module.css';
import css from './lesson.module.css';
import '../../../panels/gallery/gallery.module.css';
import { Button } from '../../../ui/Button.tsx';

const GROUPS = ['scheduler', 'timers', 'threads'] as const satisfies LessonDocument[];

/** Lists all lessons with the reader's progress in each. The first unfinished lesson is offered as the start. */
export default function LessonsPage({ onFile }: { onFile: (text: string) => Promise<string | null> }) {
  const progress = useProgress();
  const { language, lessons: words } = useWords();
  return (
    <main className="page" id="stage" tabIndex={-1} lang={language}>
      <div className={`${kitCss.pageColumn} ${css.lessons}`}>
        <Start progress={progress} onFile={onFile} />
        {GROUPS.map((document) => (
          <section key={document} className="stack gap-12" aria-label={words.groups[document].title}>
            <h2>
              {words.groups[document].title}{' '}
              <span className="dim text-2">{words.groups[document].about}</span>
            </h2>
            <ol className={kitCss.cardGrid}>
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
  // Lesson 0 is for courses. A single reader starts with lesson 1, about the queue manager itself.
  const at = Math.max(
    1,
    LESSONS.findIndex(({ id }, place) => place > 0 && !isDone(progress.get(id))),
  );
  const found = LESSONS[at];
  const lesson = found === undefined ? undefined : lessonIn(found, language);
  const here = progress.size === 0 ? words.startHere : words.goOnHere;
  return (
    <div className="stack">
      <h1>{words.title}</h1>
      <p className="lead">{words.lead}</p>
      {lesson !== undefined && (
        <section className={`panel stack ${css.lessonStart}`} aria-label={here}>
          <p className="dim text-2">{words.facts(here, at, lesson.minutes, lesson.assumes)}</p>
          <h2 lang={lesson.language}>{lesson.title}</h2>
          <p className="sub" lang={lesson.language}>
            {lesson.about}
          </p>
          <a className="btn primary big" href={addressOf(lesson, progress.get(lesson.id))}>
            {progress.get(lesson.id) === undefined ? words.start(at) : words.goOn(at)}
          </a>
        </section>
      )}
      <div className="row wrap">
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
        {progress.size > 0 && <Button onClick={forgetProgress}>{words.forget}</Button>}
        <LanguagePick />
      </div>
    </div>
  );
}

function isDone(progress: LessonProgress | undefined): boolean {
  return progress !== undefined && progress.right >= 0;
}

/** Returns where to resume a lesson. A finished lesson starts again at its first stop. */
function addressOf(lesson: Lesson, progress: LessonProgress | undefined): string {
  const begun = progress !== undefined && progress.stop > 1 && progress.stop < lesson.stops.length;
  return `#lesson=${lesson.id}${begun ? `&stop=${progress.stop}` : ''}`;
}

interface CardProps {
  lesson: Lesson;
  place: number;
  progress: LessonProgress | undefined;
}

/** Shows the time and the earlier lessons that a lesson needs, and what the reader can do afterwards. */
function Card({ lesson: found, place, progress }: CardProps) {
  const { language, lessons: words } = useWords();
  const lesson = lessonIn(found, language);
  const questions = lesson.stops.filter(asksSomething).length;
  const begun = progress !== undefined && progress.stop < lesson.stops.length;
  return (
    <a className={`panel row start gap-12 ${css.lessonCard}`} href={addressOf(lesson, progress)}>
      <span className={css.lessonNumber} aria-hidden="true">
        {place}
      </span>
      <span className="stack gap-4 grow">
        <span className="row baseline between">
          <b lang={lesson.language}>{lesson.title}</b>{' '}
          <span className="dim text-2 nowrap">{words.minutes(lesson.minutes)}</span>
        </span>
        <span className="side-note" lang={lesson.language}>
          {lesson.able.length > 0 && lesson.language === language
            ? words.ableThen(lesson.able.join('; '))
            : lesson.about}
        </span>
        <span className="dim text-2">
          {words.assumes(lesson.assumes, questions)}
          {begun && words.atStop(progress.stop)}
          {progress !== undefined && progress.right >= 0 && words.best(progress.right, progress.questions)}
          {lesson.language !== language && words.inOther !== '' && <b>, {words.inOther}</b>}
        </span>
      </span>
    </a>
  );
}
