import { useState, useEffect } from 'react';
import { lessonHash } from '../../lessons/lesson-link.ts';
import { type Homework, HOMEWORK } from '../../teacher/homework.ts';
import { exerciseHash } from '../practice/exercise.ts';
import { toText } from '../../../explain/tokens.ts';
import { asksSomething } from '../../lessons/lesson.ts';
import { prepareStop } from '../../questions/ask.ts';
import { practiceRound } from '../../questions/practice.ts';
import { type Question, solutionOf } from '../../questions/question.ts';
import { whileBusy } from '../../../store/idle.ts';
import type { BackgroundRun } from '../../store/background-run.ts';
import { useBackgroundRun } from '../lesson/usePrepared.ts';
import { Linked } from './TeachLinks.tsx';
import { useTeach, type Teach } from './useTeach.ts';
import css from './teacher.module.css';
import { Button } from '../../../ui/Button.tsx';

/** Lists the homework. The answers are computed when the teacher asks. */
export function Homeworks() {
  const { teach } = useTeach();
  return (
    <>
      <p>
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
    <article className={`stack gap-12 ${css.teachItem}`} aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      <ul className="stack gap-2">
        <li>
          <span className="sub">{teach.lesson}</span>{' '}
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
            <span className="sub">{teach.exercise}</span>{' '}
            <a className="link" href={exerciseHash(exercise)}>
              {exerciseName(exercise)}
            </a>
          </li>
        ))}
      </ul>
      <p>
        <Button
          look="outlined"
          aria-expanded={shown}
          aria-label={teach.keysOf(shown ? teach.hide : teach.show, title)}
          onClick={() => setShown(!shown)}
        >
          {shown ? teach.hide : teach.show}
        </Button>
      </p>
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
      <ol className={`stack gap-12 ${css.teachKeys}`}>
        {keys.map(({ hash, where, question, letter, solution }) => (
          <li key={hash}>
            <p>
              <a className="link" href={hash}>
                {where}
              </a>
              <span className="sub"> {question}</span>
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

/** A question of the homework with the engine's answer. */
interface Key {
  hash: string;
  where: string;
  question: string;
  /** Letter of the right choice, as the student sees it; "" = the student writes the answer. */
  letter: string;
  solution: string;
}

/** Computes the answers of a homework one after the other. */
function useKeys(homework: Homework): { keys: readonly Key[]; done: boolean } {
  const withRun = useBackgroundRun();
  const said = useTeach();
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const [done, setDone] = useState(false);
  useEffect(() => {
    let here = true;
    const work = async (run: BackgroundRun): Promise<void> => {
      const made: Key[] = [];
      for (const next of questionsOf(homework, said)) {
        if (!here) return;
        // oxlint-disable-next-line no-await-in-loop
        const question = await next.ask(run);
        if (question !== null) made.push({ ...keyOf(question), hash: next.hash, where: next.where });
        if (here) setKeys([...made]);
      }
      if (here) setDone(true);
    };
    void whileBusy(withRun(work));
    return () => {
      here = false;
    };
  }, [homework, withRun, said]);
  return { keys, done };
}

interface Asked {
  hash: string;
  where: string;
  ask: (run: BackgroundRun) => Promise<Question | null>;
}

/** Asks the questions of the lesson, then the exercises, as their pages do, so that the letters are the same. */
function questionsOf({ lesson: id, exercises }: Homework, said: Teach): Asked[] {
  const { lessonOf, exerciseName, teach, words } = said;
  const lesson = lessonOf(id);
  const asked = (lesson?.stops ?? []).flatMap((stop, i): Asked[] => {
    const scenario = lesson?.scenes[stop.scene];
    if (scenario === undefined || !asksSomething(stop)) return [];
    const ask = async (run: BackgroundRun): Promise<Question | null> => {
      const ready = await prepareStop(run, stop, scenario, `${id} ${i}`, words.ask);
      return ready.ok ? ready.value.question : null;
    };
    return [{ hash: lessonHash({ id, packed: '', stop: i + 1 }), where: teach.stop(i + 1, stop.title), ask }];
  });
  return [
    ...asked,
    ...exercises.map((exercise) => ({
      hash: exerciseHash(exercise),
      where: exerciseName(exercise),
      ask: async (run: BackgroundRun) => (await practiceRound(run, exercise, words.ask))?.question ?? null,
    })),
  ];
}

function keyOf(question: Question): Pick<Key, 'question' | 'letter' | 'solution'> {
  const right = question.choices.findIndex(({ key }) => key === question.right);
  return {
    question: toText(question.text),
    letter: question.entry === undefined ? ('ABCD'[right] ?? '') : '',
    solution: solutionOf(question),
  };
}
