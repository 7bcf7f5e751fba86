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

interface Visit {
  given: GivenAnswers;
  /** A page around this one keeps the answers: the lesson never begins anew by itself. */
  held: boolean;
  finished: boolean;
}

const visits = new Map<string, Visit>();
/** The answers of the latest lesson of this tab: they outlive a reload and an update of the page, and no longer than the tab. */
const LATEST = 'qmgrscope.visit';

/** What the page had before it was loaded again; null = another lesson, or storage is refused. */
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
    // A frame without an origin of its own keeps nothing; the answers stay for as long as the page is open.
  }
}

/**
 * What was answered in a lesson before: what its address says, or else earlier on this page, for those who went to look at
 * the run and come back. A lesson that was finished begins anew when it is opened at its first stop.
 */
function answersBefore(key: string, addressed: GivenAnswers | null, stop: number): GivenAnswers | null {
  const visit = visits.get(key);
  if (visit === undefined) return addressed ?? answersOfTab(key);
  const anew = visit.finished && stop === 1 && !visit.held;
  return anew ? null : visit.given;
}

/** Keeps the answers for as long as the page is open. */
function keepAnswers(key: string, given: GivenAnswers, held: boolean, finished: boolean): void {
  const before = visits.get(key);
  keepInTab(key, given);
  visits.set(key, {
    given,
    held: held || before?.held === true,
    finished: finished || before?.finished === true,
  });
}

/** The answers that a lesson begins with, and the way to keep those that follow. */
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

/** What a page around this one is told: lesson, score, time. `public/scorm/` passes it on to a learning platform. */
interface LessonReport extends Completion {
  type: 'qmgrscope.lesson';
  version: 1;
  title: string;
  /** Stops seen, and all of them. */
  stop: number;
  stops: number;
  done: boolean;
  /** Every answer so far (`learn/lessons/answers.ts`): handed back as `&answers=` it opens the lesson as it was left. */
  answers: string;
  /** Present in the report that an answer caused. */
  answered?: AnsweredStop;
  /** Present when done. */
  code?: string;
}

/** One answer: its key among the choices, and whether it is right. */
interface AnsweredStop {
  stop: number;
  answer: string;
  right: boolean;
}

/** Tells the page that holds this one, if there is one. It holds no secret, so any page may hear it. */
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
