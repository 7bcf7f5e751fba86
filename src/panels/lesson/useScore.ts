import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Lesson } from '../../lessons/lesson.ts';
import { reportQuiz } from '../../store/quiz.ts';
import { noteProgress } from './progress.ts';
import { reportLesson } from './report.ts';

/** What a reader answered, by stop: keys in the order of choosing, and whether the answer is shown. */
export interface StopAnswer {
  chosen: readonly string[];
  revealed: boolean;
  /** Right at the first choice. */
  right: boolean;
  /** The last choice was the right one; false also where the answer was shown. */
  found: boolean;
}

export const NOTHING: StopAnswer = { chosen: [], revealed: false, right: false, found: false };

export interface Score {
  answerOf: (stop: number) => StopAnswer;
  answer: (stop: number, next: StopAnswer) => void;
  /** Lets a question be tried anew. */
  forget: (stop: number) => void;
  right: number;
  questions: number;
  /** Whole seconds since the lesson was opened. */
  seconds: () => number;
}

/** The answers of one visit; progress is noted on this machine, and a page around this one is told. */
export function useScore(lesson: Lesson, stop: number): Score {
  const [answers, setAnswers] = useState<ReadonlyMap<number, StopAnswer>>(new Map());
  const [began] = useState(() => Date.now());
  const questions = lesson.stops.filter(({ ask }) => ask !== null).length;
  const right = [...answers.values()].filter((answer) => answer.right).length;
  const stops = lesson.stops.length;
  const seconds = useCallback(() => Math.round((Date.now() - began) / 1000), [began]);
  const answer = useCallback(
    (at: number, next: StopAnswer) => {
      setAnswers((old) => new Map(old).set(at, next));
      const attempts = next.chosen.length;
      // The question was given up: nothing was answered.
      if (attempts === (answers.get(at) ?? NOTHING).chosen.length) return;
      const chosen = next.chosen.at(-1) ?? '';
      reportQuiz({ lesson: lesson.id, question: at, answer: chosen, right: next.found, attempts });
    },
    [answers, lesson],
  );
  const forget = useCallback((at: number) => setAnswers((old) => new Map(old).set(at, NOTHING)), []);
  const done = stop === stops;
  useEffect(() => {
    noteProgress(lesson.id, { stop, stops, right: done ? right : -1, questions });
    const { id, title } = lesson;
    reportLesson({ lesson: id, title, right, questions, seconds: seconds(), stop, stops, done });
  }, [lesson, stop, stops, right, questions, done, seconds]);
  return useMemo(
    () => ({ answerOf: (at) => answers.get(at) ?? NOTHING, answer, forget, right, questions, seconds }),
    [answers, answer, forget, right, questions, seconds],
  );
}
