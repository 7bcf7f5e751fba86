import { asksSomething } from '../../lessons/lesson.ts';
import { LESSONS } from '../../lessons/catalogue.ts';
import { classHash, lessonHash } from '../../lessons/lesson-link.ts';
import { LEVELS, TOPICS } from '../../lessons/questions/practice.ts';
import { exerciseHash, TOPIC_NAMES } from '../practice/exercise.ts';
import { Results } from './Results.tsx';
import './classroom.css';

/** What a teacher can do here: ask a class a question, and check the codes of its homework. */
export function ClassIndex() {
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className="class-index">
        <div className="class-lead">
          <h1>Class mode</h1>
          <p className="lead">
            Ask a question on the wall. Phones open it by its QR code and turn each answer into a short code;
            you type, paste or scan the codes, and this page draws how the class answered. There is no server,
            and nothing is sent. Plans and homework:{' '}
            <a className="link" href="#teach">
              For teachers
            </a>
            .
          </p>
        </div>
        <section aria-label="Ask a question">
          <h2>Ask a question</h2>
          <ol className="class-lessons">
            {LESSONS.map((lesson, i) => (
              <li key={lesson.id}>
                <h3>
                  <span className="dim">{i}</span> {lesson.title}
                </h3>
                <ul>
                  {lesson.stops.map((stop, at) =>
                    !asksSomething(stop) ? null : (
                      <li key={stop.title}>
                        <a href={classHash(lessonHash({ id: lesson.id, packed: '', stop: at + 1 }))}>
                          {stop.title} <span className="dim">stop {at + 1}</span>
                        </a>
                      </li>
                    ),
                  )}
                </ul>
              </li>
            ))}
          </ol>
          <h3>Practice, without end</h3>
          <ul className="class-practice">
            {TOPICS.map((topic) => (
              <li key={topic}>
                {TOPIC_NAMES[topic]}
                {LEVELS.map((level) => (
                  <a key={level} href={classHash(exerciseHash({ topic, level, seed: 1 }))}>
                    {['easy', 'medium', 'hard'][level - 1]}
                  </a>
                ))}
              </li>
            ))}
          </ul>
          <p className="desk-note">
            Any other question, your own lessons among them: open it and press For the class.
          </p>
        </section>
        <Results />
      </div>
    </main>
  );
}
