import { useState } from 'react';
import { lessonHash } from '../../lessons/lesson-link.ts';
import { type Homework, HOMEWORK } from '../../teacher/homework.ts';
import { exerciseHash } from '../practice/exercise.ts';
import { Linked } from './Linked.tsx';
import { useKeys } from './useKeys.ts';
import { useTeach } from './useTeach.ts';
import './teacher.css';

/** What is done at home, and the answers when they are asked for. */
export function Homeworks() {
  const { teach } = useTeach();
  return (
    <>
      <p className="teach-note">
        <Linked text={teach.aboutHomework} />
      </p>
      {HOMEWORK.map((homework) => (
        <HomeworkView key={homework.id} homework={homework} />
      ))}
    </>
  );
}

function HomeworkView({ homework }: { homework: Homework }) {
  const [shown, setShown] = useState(false);
  const { teach, lessonOf, exerciseName } = useTeach();
  const lesson = lessonOf(homework.lesson);
  const title = teach.homework[homework.id] ?? '';
  const id = `teach-${homework.id}-homework`;
  return (
    <article className="teach-homework" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      <ul className="teach-refs">
        <li>
          <span className="teach-kind">{teach.lesson}</span>{' '}
          <a className="link" href={lessonHash({ id: homework.lesson, packed: '', stop: 1 })}>
            {lesson?.title}
          </a>
          {teach.aboutMinutes(lesson?.minutes ?? 0)}
          <a className="link" href={`#print=${homework.lesson}`}>
            {teach.printIt}
          </a>
        </li>
        {homework.exercises.map((exercise) => (
          <li key={exercise.seed}>
            <span className="teach-kind">{teach.exercise}</span>{' '}
            <a className="link" href={exerciseHash(exercise)}>
              {exerciseName(exercise)}
            </a>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="btn outlined teach-show"
        aria-expanded={shown}
        aria-label={teach.keysOf(shown ? teach.hide : teach.show, title)}
        onClick={() => setShown(!shown)}
      >
        {shown ? teach.hide : teach.show}
      </button>
      {shown && <Keys homework={homework} />}
    </article>
  );
}

function Keys({ homework }: { homework: Homework }) {
  const { teach } = useTeach();
  const { keys, done } = useKeys(homework);
  return (
    <>
      <p className={done ? 'sr-only' : 'dim'} role="status">
        {done ? teach.keys(keys.length) : teach.working}
      </p>
      <ol className="teach-keys">
        {keys.map(({ hash, where, question, letter, solution }) => (
          <li key={hash}>
            <p>
              <a className="link" href={hash}>
                {where}
              </a>
              <span className="teach-asks"> {question}</span>
            </p>
            <p>
              {letter !== '' && <b>{letter}. </b>}
              {solution}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
