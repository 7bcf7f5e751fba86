import { useEffect } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { lessonIn } from '../../lessons/lesson.ts';
import { lessonHash } from '../../lessons/lesson-link.ts';
import { Homeworks } from './Homeworks.tsx';
import { Plans } from './Plans.tsx';
import { Room } from './Room.tsx';
import { pageAddress } from '../../../panels/kit/copy-text.ts';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { TopicIndex } from './TopicIndex.tsx';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { useTeach } from './useTeach.ts';
import '../kit/paper.css';
import './teacher.css';

const PARTS = [
  ['plans', Plans],
  ['outcomes', Outcomes],
  ['homework', Homeworks],
  ['topics', TopicIndex],
  ['room', Room],
] as const;

/** `#teach`, `#teach=homework`: everything that a teacher needs who builds a course on this, to read and to print. */
export default function TeachPage({ hash }: { hash: string }) {
  useLightOnPaper();
  const { words, teach } = useTeach();
  useNamesPage(teach.title);
  useEffect(() => {
    const part = /=([a-z0-9-]+)/.exec(hash)?.[1];
    const target = part === undefined ? null : document.getElementById(`teach-${part}`);
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <main className="page" id="stage" tabIndex={-1} lang={words.language}>
      <div className="teach">
        <header className="teach-lead">
          <h1>{teach.title}</h1>
          <p className="lead">{teach.lead}</p>
          <p className="teach-address mono">{pageAddress('#teach')}</p>
          <nav className="row teach-parts" aria-label={teach.partsLabel}>
            {PARTS.map(([id]) => (
              <a key={id} className="btn outlined" href={`#teach=${id}`}>
                {teach.parts[id]}
              </a>
            ))}
            <button type="button" className="btn primary" onClick={() => print()}>
              {teach.print}
            </button>
            <LanguagePick />
          </nav>
        </header>
        {PARTS.map(([id, Part]) => (
          <section key={id} className="teach-part" aria-labelledby={`teach-${id}`}>
            <h2 id={`teach-${id}`} tabIndex={-1}>
              {teach.parts[id]}
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
  const { words, teach } = useTeach();
  return (
    <ol className="teach-outcomes">
      {LESSONS.map((one) => lessonIn(one, words.language)).map((lesson, i) => (
        <li key={lesson.id}>
          <h3>
            <span className="dim">{i}</span>{' '}
            <a className="link" href={lessonHash({ id: lesson.id, packed: '', stop: 1 })}>
              {lesson.title}
            </a>
          </h3>
          <p className="dim">{teach.alone(lesson.minutes, lesson.assumes)}</p>
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
