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
  /** Present when done. */
  code?: string;
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
