import type { ReactNode } from 'react';
import { SceneThumb } from '../../../panels/gallery/ScenePicture.tsx';
import { OpenFile } from '../../../panels/kit/OpenFile.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LESSONS } from '../../lessons/catalogue.ts';
import { type Lesson, type LessonDocument, lessonIn } from '../../lessons/lesson.ts';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { useWords } from '../kit/useWords.ts';
import kitCss from '../kit/kit.module.css';
import css from './lessons-page.module.css';
import { forgetProgress, type LessonProgress, useProgress } from './progress.ts';

const GROUPS = ['scheduler', 'timers', 'threads'] as const satisfies LessonDocument[];

/** Id of the scene whose picture represents a lesson, by lesson id. */
const PICTURES: Readonly<Record<string, string>> = {
  orders: 'fifo',
  'what-is-a-job': 'first-letter',
  earning: 'ten-two-two',
  'best-candidate': 'four-then-ones',
  blockers: 'slow-neighbour',
  adopted: 'whole-picture',
  windows: 'three-feedbacks',
  failure: 'dead-and-back',
  memory: 'sponsors',
  wheel: 'wheel-wrap-around',
  cascade: 'wheel-boundary',
  clock: 'wheel-sparse',
  purgatory: 'wheel-cancel',
  groups: 'one-over-the-limit',
  'who-wakes': 'raising-and-lowering-cv',
  'around-the-gate': 'page-fault-and-stop',
  pools: 'restart-herd',
};

type AllProgress = ReadonlyMap<string, LessonProgress>;

/** The page Learn: the next lesson, other ways to learn, and all lessons with the reader's progress. */
export default function LessonsPage({ onFile }: { onFile: (text: string) => Promise<string | null> }) {
  const progress = useProgress();
  const { language, lessons: words } = useWords();
  const next = nextPlace(progress);
  return (
    <main className="page" id="stage" tabIndex={-1} lang={language}>
      <div className={`${kitCss.pageColumn} ${css.lessons}`}>
        <Head done={doneIn(LESSONS, progress)} />
        <div className={css.lessonsTop}>
          <NextLesson place={next} progress={progress} />
          <Besides />
        </div>
        <div className={css.lessonsGroups}>
          {GROUPS.map((document) => (
            <Group key={document} document={document} progress={progress} next={next} />
          ))}
        </div>
        <footer className={`row wrap ${css.lessonsFoot}`}>
          <OpenFile
            text={words.openFile}
            name={words.file}
            accept=".lesson,.txt,.md,.json,text/plain"
            onFile={onFile}
          />
          {progress.size > 0 && <Button onClick={forgetProgress}>{words.forget}</Button>}
          <span className="grow" />
          <LanguagePick />
        </footer>
      </div>
    </main>
  );
}

/** Shows the title and the number of finished lessons. */
function Head({ done }: { done: number }) {
  const { lessons: words } = useWords();
  return (
    <header className={css.lessonsHead}>
      <div className="stack">
        <h1>{words.title}</h1>
        <p className="lead">{words.lead}</p>
      </div>
      <div className={css.lessonsDone}>
        <b>{words.done(done, LESSONS.length)}</b>
        <progress value={done} max={LESSONS.length} aria-label={words.done(done, LESSONS.length)} />
      </div>
    </header>
  );
}

/**
 * Shows the lesson to do next in large type. Lesson 0 is for courses: a single reader starts with lesson 1, about the
 * queue manager.
 */
function NextLesson({ place, progress }: { place: number; progress: AllProgress }) {
  const { language, lessons: words } = useWords();
  const found = LESSONS[place];
  if (found === undefined) return null;
  const lesson = lessonIn(found, language);
  const at = progress.get(lesson.id);
  const begun = at !== undefined && !isDone(at);
  return (
    <section className={css.nextLesson} aria-labelledby="next-lesson">
      <span className={css.nextPicture}>
        <SceneThumb id={PICTURES[lesson.id] ?? ''} />
      </span>
      <div className="stack">
        <p className="sub">
          {begun ? words.nextAt(place, at.stop, lesson.stops.length) : words.nextNew(place, lesson.minutes)}
        </p>
        <h2 id="next-lesson" lang={lesson.language}>
          {lesson.title}
        </h2>
        <p className="sub" lang={lesson.language}>
          {lesson.about}
        </p>
        <p>
          <a className="btn primary big" href={addressOf(lesson, at)}>
            {begun ? words.goOn : at === undefined ? words.start : words.again}
          </a>
        </p>
      </div>
    </section>
  );
}

/** Lists other ways to learn. */
function Besides() {
  const { lessons: words } = useWords();
  return (
    <nav className={css.besides} aria-label={words.title}>
      <Beside
        href="#first"
        picture={<SceneThumb id="first-letter" />}
        title={words.first}
        about={words.firstAbout}
      />
      <Beside
        href="#practice"
        picture={<SceneThumb id="ten-two-two" />}
        title={words.practise}
        about={words.practiseAbout}
      />
      <Beside
        href="#glossary"
        picture={
          <span className={css.besideLetters} aria-hidden="true">
            Aa
          </span>
        }
        title={words.glossary}
        about={words.glossaryAbout}
      />
      <Beside
        href="#gallery"
        picture={<SceneThumb id="dead-and-back" />}
        title={words.incidents}
        about={words.incidentsAbout}
      />
    </nav>
  );
}

interface BesideProps {
  href: string;
  picture: ReactNode;
  title: string;
  about: string;
}

function Beside({ href, picture, title, about }: BesideProps) {
  return (
    <a className={css.beside} href={href}>
      {picture}
      <span className="grow">
        <b>{title}</b>
        <span className="sub">{about}</span>
      </span>
      <Icon name="right" />
    </a>
  );
}

interface GroupProps {
  document: (typeof GROUPS)[number];
  progress: AllProgress;
  /** Index of the lesson to do next. */
  next: number;
}

function Group({ document, progress, next }: GroupProps) {
  const { lessons: words } = useWords();
  const all = LESSONS.filter((lesson) => lesson.document === document);
  const done = doneIn(all, progress);
  return (
    <section className={css.lessonGroup} aria-labelledby={`lessons-${document}`}>
      <header className="row baseline">
        <h2 id={`lessons-${document}`}>{words.groups[document]}</h2>
        <p className="sub">{done > 0 ? words.done(done, all.length) : words.count(all.length)}</p>
      </header>
      <ol className={css.lessonCards}>
        {all.map((lesson) => {
          const place = LESSONS.indexOf(lesson);
          return (
            <li key={lesson.id}>
              <Card
                lesson={lesson}
                place={place}
                progress={progress.get(lesson.id)}
                isNext={place === next}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface CardProps {
  lesson: Lesson;
  place: number;
  progress: LessonProgress | undefined;
  isNext: boolean;
}

/** Shows a lesson: its picture, its title, what the reader can do afterwards, and the progress as one dot per stop. */
function Card({ lesson: found, place, progress, isNext }: CardProps) {
  const { language, lessons: words } = useWords();
  const lesson = lessonIn(found, language);
  const [able] = lesson.able;
  const other = lesson.language !== language && words.inOther !== '';
  return (
    <a className={css.lessonCard} data-next={isNext || undefined} href={addressOf(lesson, progress)}>
      <SceneThumb id={PICTURES[lesson.id] ?? ''} />
      <span className={css.lessonCardWords}>
        <b lang={lesson.language}>
          <span>{place}</span> {lesson.title}
        </b>
        {able !== undefined && lesson.language === language && (
          <span className={css.lessonCardAble}>{words.able(able)}</span>
        )}
        <span className={css.lessonCardPlace}>
          <Dots stops={lesson.stops.length} progress={progress} />
          {progress !== undefined && isDone(progress) ? (
            words.finished(progress.right, progress.questions)
          ) : (
            <>
              {progress !== undefined && <span className="sr-only">{words.atStop(progress.stop)}, </span>}
              {words.minutes(lesson.minutes)}
            </>
          )}
          {other && <b>{words.inOther}</b>}
        </span>
      </span>
    </a>
  );
}

/** Shows one dot per stop: filled dots before the reader's stop, and a long dot at that stop. */
function Dots({ stops, progress }: { stops: number; progress: LessonProgress | undefined }) {
  const done = isDone(progress);
  return (
    <span className={css.dots} aria-hidden="true">
      {done && <Icon name="check" />}
      {Array.from({ length: stops }, (_, i) => {
        const at = progress === undefined ? 0 : progress.stop;
        const state = done || i + 1 < at ? 'past' : i + 1 === at ? 'here' : undefined;
        return <i key={i} data-state={state} />;
      })}
    </span>
  );
}

function isDone(progress: LessonProgress | undefined): boolean {
  return progress !== undefined && progress.right >= 0;
}

function doneIn(lessons: readonly Lesson[], progress: AllProgress): number {
  return lessons.filter(({ id }) => isDone(progress.get(id))).length;
}

function nextPlace(progress: AllProgress): number {
  return Math.max(
    1,
    LESSONS.findIndex(({ id }, place) => place > 0 && !isDone(progress.get(id))),
  );
}

/** Returns where to resume a lesson. A finished lesson starts again at its first stop. */
function addressOf(lesson: Lesson, progress: LessonProgress | undefined): string {
  const begun = progress !== undefined && progress.stop > 1 && progress.stop < lesson.stops.length;
  return `#lesson=${lesson.id}${begun ? `&stop=${progress.stop}` : ''}`;
}
