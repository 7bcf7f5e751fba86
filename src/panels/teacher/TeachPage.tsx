import { useEffect } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { lessonHash } from '../../lessons/lesson-link.ts';
import { Homeworks } from './Homeworks.tsx';
import { Plans } from './Plans.tsx';
import { Room } from './Room.tsx';
import { TopicIndex } from './TopicIndex.tsx';
import '../kit/paper.css';
import './teacher.css';

const PARTS = [
  ['plans', 'Plans', Plans],
  ['outcomes', 'Outcomes', Outcomes],
  ['homework', 'Homework with keys', Homeworks],
  ['topics', 'By topic of a course', TopicIndex],
  ['room', 'What a class needs in the room', Room],
] as const;

/** `#teach`, `#teach=homework`: everything that a teacher needs who builds a course on this, to read and to print. */
export default function TeachPage({ hash }: { hash: string }) {
  useLightOnPaper();
  useEffect(() => {
    const part = /=([a-z0-9-]+)/.exec(hash)?.[1];
    const target = part === undefined ? null : document.getElementById(`teach-${part}`);
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className="teach">
        <header className="teach-lead">
          <h1>For teachers</h1>
          <p className="lead">
            Plans for 45 and 90 minutes, what a class can do afterwards, homework with keys, and where the
            topics of a course are found here. A link to stops opens them as they stand on the projector; “ask
            the class” opens a question for phones.
          </p>
          <p className="teach-address mono">{location.href.replace(/#.*$/, '')}#teach</p>
          <nav className="row teach-parts" aria-label="Parts of this page">
            {PARTS.map(([id, title]) => (
              <a key={id} className="btn outlined" href={`#teach=${id}`}>
                {title}
              </a>
            ))}
            <button type="button" className="btn primary" onClick={() => print()}>
              Print
            </button>
          </nav>
        </header>
        {PARTS.map(([id, title, Part]) => (
          <section key={id} className="teach-part" aria-labelledby={`teach-${id}`}>
            <h2 id={`teach-${id}`} tabIndex={-1}>
              {title}
            </h2>
            <Part />
          </section>
        ))}
      </div>
    </main>
  );
}

/** Paper is white, whatever the reader has chosen for the screen. */
function useLightOnPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let before: string | undefined;
    const toPaper = (): void => {
      before = dataset['theme'];
      dataset['theme'] = 'light';
    };
    const back = (): void => {
      if (before !== undefined) dataset['theme'] = before;
    };
    addEventListener('beforeprint', toPaper);
    addEventListener('afterprint', back);
    return () => {
      removeEventListener('beforeprint', toPaper);
      removeEventListener('afterprint', back);
    };
  }, []);
}

/** What each lesson says of itself. */
function Outcomes() {
  return (
    <ol className="teach-outcomes">
      {LESSONS.map((lesson, i) => (
        <li key={lesson.id}>
          <h3>
            <span className="dim">{i}</span>{' '}
            <a className="link" href={lessonHash({ id: lesson.id, packed: '', stop: 1 })}>
              {lesson.title}
            </a>
          </h3>
          <p className="dim">
            {lesson.minutes} min alone, assumes {lesson.assumes}
          </p>
          <ul className="teach-list">
            {lesson.able.map((clause) => (
              <li key={clause}>{clause}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
