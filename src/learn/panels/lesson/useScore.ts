import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { encodeAnswers, type GivenAnswer, type GivenAnswers, parseAnswers } from '../../lessons/answers.ts';
import { asksSomething, type Lesson } from '../../lessons/lesson.ts';
import { reportQuiz } from '../../../store/quiz.ts';
import { noteProgress } from './progress.ts';
import { checksum } from '../../../scenario/bytes.ts';
import { type Completion, completionCode } from '../../lessons/completion.ts';

export const NOTHING: GivenAnswer = { chosen: [], revealed: false, right: false, found: false };

export interface Score {
  answerOf: (stop: number) => GivenAnswer;
  /** Stores an answer. `key`: the choice just made; "" when the reader asked to see the answer. */
  answer: (stop: number, next: GivenAnswer, key: string) => void;
  /** Clears the answer of a stop, so that the question can be tried again. */
  forget: (stop: number) => void;
  right: number;
  questions: number;
  /** Whole seconds since the lesson was opened. */
  seconds: () => number;
}

/**
 * Answers of one visit, starting with those of an earlier visit. Stores the progress in this browser and reports it to an
 * embedding page. `onChange` is called after every change.
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

interface Visit {
  given: GivenAnswers;
  /** True if an embedding page stores the answers. The lesson must then not reset them. */
  held: boolean;
  finished: boolean;
}

const visits = new Map<string, Visit>();
/**
 * Session storage key for the answers of the lesson opened last in this tab. They survive a reload and an update of the page,
 * but not the tab.
 */
const LATEST = 'qmgrscope.visit';

/** Reads the answers from before a reload; null if they belong to another lesson, or storage is blocked. */
function answersOfTab(key: string): GivenAnswers | null {
  try {
    const [lesson, text = ''] = (sessionStorage.getItem(LATEST) ?? '').split(' ');
    return lesson === checksum(key) ? parseAnswers(text) : null;
  } catch {
    return null;
  }
}

function keepInTab(key: string, given: GivenAnswers): void {
  try {
    sessionStorage.setItem(LATEST, `${checksum(key)} ${encodeAnswers(given)}`);
  } catch {
    // Storage is blocked, for example in a frame with an opaque origin. The answers stay in memory.
  }
}

/**
 * Earlier answers to a lesson: from this page's memory, otherwise from the address, otherwise from the tab's storage. A
 * finished lesson opened at its first stop starts without answers, unless an embedding page stores them.
 */
function answersBefore(key: string, addressed: GivenAnswers | null, stop: number): GivenAnswers | null {
  const visit = visits.get(key);
  if (visit === undefined) return addressed ?? answersOfTab(key);
  const restarts = visit.finished && stop === 1 && !visit.held;
  return restarts ? null : visit.given;
}

/** Stores the answers in memory and in the tab's storage. */
function keepAnswers(key: string, given: GivenAnswers, held: boolean, finished: boolean): void {
  const before = visits.get(key);
  keepInTab(key, given);
  visits.set(key, {
    given,
    held: held || before?.held === true,
    finished: finished || before?.finished === true,
  });
}

/** Reads earlier answers once. Also returns a function that stores new answers. */
export function useVisit(
  key: string,
  addressed: GivenAnswers | null,
  stop: number,
  finished: boolean,
): { before: GivenAnswers | null; keep: (given: GivenAnswers) => void } {
  const [before] = useState(() => answersBefore(key, addressed, stop));
  const [held] = useState(addressed !== null);
  const keep = useCallback(
    (given: GivenAnswers) => keepAnswers(key, given, held, finished),
    [key, held, finished],
  );
  return { before, keep };
}

/** The message to an embedding page after each change. `public/scorm/` passes it on to a learning platform. */
interface LessonReport extends Completion {
  type: 'qmgrscope.lesson';
  version: 1;
  title: string;
  /** Current stop, from 1, and number of stops. */
  stop: number;
  stops: number;
  done: boolean;
  /** All answers, encoded (`learn/lessons/answers.ts`). Passing them back as `&answers=` resumes the lesson. */
  answers: string;
  /** Only in the report that follows an answer. */
  answered?: AnsweredStop;
  /** Only when the lesson is finished. */
  code?: string;
}

/** An answer: the key of its choice, and whether it is right. */
interface AnsweredStop {
  stop: number;
  answer: string;
  right: boolean;
}

/** Posts a report to the embedding or opening page. Any origin may receive it, because it has no secrets. */
function reportLesson(report: Omit<LessonReport, 'type' | 'version' | 'code'>): void {
  const whole: LessonReport = {
    type: 'qmgrscope.lesson',
    version: 1,
    ...report,
    ...(report.done ? { code: completionCode(report) } : {}),
  };
  if (window.parent !== window) window.parent.postMessage(whole, '*');
  else if (window.opener instanceof Object) (window.opener as Window).postMessage(whole, '*');
}
