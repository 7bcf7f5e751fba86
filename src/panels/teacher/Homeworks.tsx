import { useState } from 'react';
import { lessonHash } from '../../lessons/lesson-link.ts';
import { type Homework, HOMEWORK } from '../../lessons/teacher/homework.ts';
import { exerciseHash } from '../practice/exercise.ts';
import { exerciseName, lessonOf } from './names.ts';
import { useKeys } from './useKeys.ts';
import './teacher.css';

/** What is done at home, and the answers when they are asked for. */
export function Homeworks() {
  return (
    <>
      <p className="teach-note">
        The lesson ends with a result code, which is handed in and{' '}
        <a className="link" href="#class">
          checked in class mode
        </a>
        . The exercises are the same on every machine; their answers are handed in as letters. The engine
        works the keys out when you ask for them.
      </p>
      {HOMEWORK.map((homework) => (
        <HomeworkView key={homework.id} homework={homework} />
      ))}
    </>
  );
}

function HomeworkView({ homework }: { homework: Homework }) {
  const [shown, setShown] = useState(false);
  const lesson = lessonOf(homework.lesson);
  const id = `teach-${homework.id}-homework`;
  return (
    <article className="teach-homework" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {homework.title}
      </h3>
      <ul className="teach-refs">
        <li>
          <span className="teach-kind">Lesson</span>{' '}
          <a className="link" href={lessonHash({ id: homework.lesson, packed: '', stop: 1 })}>
            {lesson?.title}
          </a>
          , about {lesson?.minutes} min;{' '}
          <a className="link" href={`#print=${homework.lesson}`}>
            print it with its answers
          </a>
        </li>
        {homework.exercises.map((exercise) => (
          <li key={exercise.seed}>
            <span className="teach-kind">Exercise</span>{' '}
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
        aria-label={`${shown ? 'Hide' : 'Show'} the keys: ${homework.title}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide the keys' : 'Show the keys'}
      </button>
      {shown && <Keys homework={homework} />}
    </article>
  );
}

function Keys({ homework }: { homework: Homework }) {
  const { keys, done } = useKeys(homework);
  return (
    <>
      <p className={done ? 'sr-only' : 'dim'} role="status">
        {done ? `${keys.length} keys` : 'The engine answers each question…'}
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
