import { useEffect, useState } from 'react';
import { toText } from '../../../explain/tokens.ts';
import { asksSomething } from '../../lessons/lesson.ts';
import { exerciseHash } from '../practice/exercise.ts';
import { lessonHash } from '../../lessons/lesson-link.ts';
import { prepareStop } from '../../questions/ask.ts';
import { practiceRound } from '../../questions/practice.ts';
import { type Question, solutionOf } from '../../questions/question.ts';
import type { Homework } from '../../teacher/homework.ts';
import { whileBusy } from '../../../store/idle.ts';
import type { SecondRun } from '../../store/second-run.ts';
import { useSecondRun } from '../lesson/usePrepared.ts';
import { type Teach, useTeach } from './useTeach.ts';

/** A question of the homework with its answer, as the engine gives both. */
export interface Key {
  hash: string;
  where: string;
  question: string;
  /** Of the choices, as the student sees them; "" = the answer is written. */
  letter: string;
  solution: string;
}

/** The keys of a homework, worked out one after the other. */
export function useKeys(homework: Homework): { keys: readonly Key[]; done: boolean } {
  const withRun = useSecondRun();
  const said = useTeach();
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const [done, setDone] = useState(false);
  useEffect(() => {
    let here = true;
    const work = async (run: SecondRun): Promise<void> => {
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
  ask: (run: SecondRun) => Promise<Question | null>;
}

/** The questions of the lesson, then the exercises: asked as the pages of both ask them, so that letters are the same. */
function questionsOf({ lesson: id, exercises }: Homework, said: Teach): Asked[] {
  const { lessonOf, exerciseName, teach, words } = said;
  const lesson = lessonOf(id);
  const asked = (lesson?.stops ?? []).flatMap((stop, i): Asked[] => {
    const scenario = lesson?.scenes[stop.scene];
    if (scenario === undefined || !asksSomething(stop)) return [];
    const ask = async (run: SecondRun): Promise<Question | null> => {
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
      ask: async (run: SecondRun) => (await practiceRound(run, exercise, words.ask))?.question ?? null,
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
