import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { encodeAnswers, type GivenAnswer, type GivenAnswers } from '../../lessons/answers.ts';
import { asksSomething, type Lesson } from '../../lessons/lesson.ts';
import { reportQuiz } from '../../../store/quiz.ts';
import { noteProgress } from './progress.ts';
import { type AnsweredStop, reportLesson } from './report.ts';

export const NOTHING: GivenAnswer = { chosen: [], revealed: false, right: false, found: false };

export interface Score {
  answerOf: (stop: number) => GivenAnswer;
  /** `key` = what was chosen just now, "" where the answer was asked for. */
  answer: (stop: number, next: GivenAnswer, key: string) => void;
  /** Lets a question be tried anew. */
  forget: (stop: number) => void;
  right: number;
  questions: number;
  /** Whole seconds since the lesson was opened. */
  seconds: () => number;
}

/**
 * The answers of one visit, which begins with those that are known already; progress is noted on this machine, and a page
 * around this one is told. `onChange` hears of every change.
 */
export function useScore(
  lesson: Lesson,
  stop: number,
  before: GivenAnswers | null = null,
  onChange?: (answers: GivenAnswers) => void,
): Score {
  const [answers, setAnswers] = useState<ReadonlyMap<number, GivenAnswer>>(before?.answers ?? new Map());
  const [began] = useState(() => Date.now() - (before?.seconds ?? 0) * 1000);
  const answered = useRef<AnsweredStop | null>(null);
  const questions = lesson.stops.filter(asksSomething).length;
  const right = [...answers.values()].filter((answer) => answer.right).length;
  const stops = lesson.stops.length;
  const seconds = useCallback(() => Math.round((Date.now() - began) / 1000), [began]);
  const answer = useCallback(
    (at: number, next: GivenAnswer, key: string) => {
      setAnswers((old) => new Map(old).set(at, next));
      if (key === '') return;
      answered.current = { stop: at, answer: key, right: next.found };
      const attempts = next.chosen.length;
      reportQuiz({ lesson: lesson.id, question: at, answer: key, right: next.found, attempts });
    },
    [lesson],
  );
  const forget = useCallback((at: number) => setAnswers((old) => new Map(old).set(at, NOTHING)), []);
  const done = stop === stops;
  useEffect(() => {
    noteProgress(lesson.id, { stop, stops, right: done ? right : -1, questions });
    const given = { answers, seconds: seconds() };
    onChange?.(given);
    reportLesson({
      lesson: lesson.id,
      title: lesson.title,
      right,
      questions,
      seconds: given.seconds,
      stop,
      stops,
      done,
      answers: encodeAnswers(given),
      ...(answered.current === null ? {} : { answered: answered.current }),
    });
    answered.current = null;
  }, [lesson, stop, stops, answers, right, questions, done, seconds, onChange]);
  return useMemo(
    () => ({ answerOf: (at) => answers.get(at) ?? NOTHING, answer, forget, right, questions, seconds }),
    [answers, answer, forget, right, questions, seconds],
  );
}
