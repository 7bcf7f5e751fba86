import { parseClassHash } from './address.ts';
import { ClassQuestion } from './ClassQuestion.tsx';
import { ClassWall } from './ClassWall.tsx';
import { asksSomething, lessonIn } from '../../lessons/lesson.ts';
import { LESSONS } from '../../lessons/catalogue.ts';
import { classHash, lessonHash } from '../../lessons/lesson-link.ts';
import { LEVELS, TOPICS } from '../../questions/practice.ts';
import { exerciseHash } from '../practice/exercise.ts';
import { HomeworkResults } from './HomeworkResults.tsx';
import { useWords } from '../kit/useWords.ts';
import kitCss from '../kit/kit.module.css';
import css from './classroom.module.css';
import { Button } from '../../../ui/Button.tsx';

/** `#class` lists the questions to ask a class, and homework; `#class=windows&stop=6` shows one question to a class. */
export default function ClassPage({ hash }: { hash: string }) {
  const address = parseClassHash(hash);
  if (address === null) return <ClassIndex />;
  return (
    <ClassQuestion
      key={hash}
      address={address}
      hash={hash}
      draw={(asked) => <ClassWall key={asked.part} asked={asked} />}
    />
  );
}

function ClassIndex() {
  const { language, classIndex: words, practice } = useWords();
  return (
    <main className="page" id="stage" tabIndex={-1} lang={language}>
      <div className={`${kitCss.pageColumn} ${css.classIndex}`}>
        <div className="stack">
          <h1>{words.title}</h1>
          <p className="lead">
            {words.lead}{' '}
            <a className="link" href="#teach">
              {words.teachers}
            </a>
            .
          </p>
          <Button
            look="outlined"
            onClick={() => document.querySelector<HTMLElement>('#homework-results textarea')?.focus()}
          >
            {words.check}
          </Button>
        </div>
        <section className="stack gap-12" aria-label={words.ask}>
          <h2>{words.ask}</h2>
          <ol className={`${kitCss.cardGrid} ${css.classLessons}`}>
            {LESSONS.map((each) => lessonIn(each, language)).map((lesson, i) => (
              <li key={lesson.id} className="stack gap-4">
                <h3 lang={lesson.language}>
                  <span className="dim">{i}</span> {lesson.title}
                </h3>
                <ul lang={lesson.language}>
                  {lesson.stops.map((stop, at) =>
                    !asksSomething(stop) ? null : (
                      <li key={stop.title}>
                        <a href={classHash(lessonHash({ id: lesson.id, packed: '', stop: at + 1 }))}>
                          {stop.title}{' '}
                          <span className="dim" lang={language}>
                            {words.stop(at + 1)}
                          </span>
                        </a>
                      </li>
                    ),
                  )}
                </ul>
              </li>
            ))}
          </ol>
          <h3>{words.practice}</h3>
          <ul className="row wrap gap-24">
            {TOPICS.map((topic) => (
              <li key={topic} className="row gap-12">
                {practice.topics[topic]}
                {LEVELS.map((level) => (
                  <a key={level} href={classHash(exerciseHash({ topic, level, seed: 1 }))}>
                    {practice.levels[level]}
                  </a>
                ))}
              </li>
            ))}
          </ul>
          <p className="side-note">{words.other}</p>
        </section>
        <HomeworkResults />
      </div>
    </main>
  );
}
