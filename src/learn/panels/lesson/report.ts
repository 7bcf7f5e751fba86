import { type Completion, completionCode } from '../../lessons/completion.ts';

/** What a page around this one is told: lesson, score, time. `public/scorm/` passes it on to a learning platform. */
export interface LessonReport extends Completion {
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
export interface AnsweredStop {
  stop: number;
  answer: string;
  right: boolean;
}

/** Tells the page that holds this one, if there is one. It holds no secret, so any page may hear it. */
export function reportLesson(report: Omit<LessonReport, 'type' | 'version' | 'code'>): void {
  const whole: LessonReport = {
    type: 'qmgrscope.lesson',
    version: 1,
    ...report,
    ...(report.done ? { code: completionCode(report) } : {}),
  };
  if (window.parent !== window) window.parent.postMessage(whole, '*');
  else if (window.opener instanceof Object) (window.opener as Window).postMessage(whole, '*');
}
