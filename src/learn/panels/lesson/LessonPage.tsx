import { LessonPlayer } from './LessonPlayer.tsx';
import { useLesson } from './useLesson.ts';
import { useWords } from '../kit/useWords.ts';
import './lesson.css';

/** `#lesson=id&stop=n`: a lesson at a stop. */
export default function LessonPage({ hash }: { hash: string }) {
  const found = useLesson(hash);
  if (found.state === 'opening') return <main className="page" id="stage" tabIndex={-1} />;
  if (found.state === 'wrong') return <WrongLesson faults={found.faults} />;
  const { state: _state, ...rest } = found;
  return <LessonPlayer key={rest.packed + rest.lesson.id} {...rest} />;
}

/** What is wrong with a lesson, line by line. */
export function WrongLesson({ faults }: { faults: readonly string[] }) {
  const { language, lesson: words } = useWords();
  return (
    <main className="page" id="stage" tabIndex={-1} lang={language}>
      <div className="badlesson">
        <h1>{words.cannotOpen}</h1>
        <ul className="badlesson-faults">
          {faults.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <div className="row">
          <a className="btn primary big" href="#lessons">
            {words.all}
          </a>
          <a className="btn outlined big" href="lessons.html">
            {words.howWritten}
          </a>
        </div>
      </div>
    </main>
  );
}
