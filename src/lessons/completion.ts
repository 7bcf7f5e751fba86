/** What a finished lesson says to a teacher: figures, and a code that catches slips of copying. */
import { checksum } from '../scenario/bytes.ts';

export interface Completion {
  lesson: string;
  /** Questions answered right at the first choice. */
  right: number;
  questions: number;
  /** Whole seconds from the first stop to the last. */
  seconds: number;
}

/** `blockers-5of6-412s-1x8k2fm`. Anybody can make one: it is for honest people, not for examinations. */
export function completionCode({ lesson, right, questions, seconds }: Completion): string {
  const body = `${lesson}-${right}of${questions}-${seconds}s`;
  return `${body}-${checksum(`qmgrscope ${body}`)}`;
}

/** What a code says; null when a character of it is wrong. */
export function readCompletionCode(code: string): Completion | null {
  const match = /^([a-z0-9-]{1,60})-(\d{1,3})of(\d{1,3})-(\d{1,7})s-([0-9a-z]{7})$/.exec(code.trim());
  if (match === null) return null;
  const [, lesson = '', right, questions, seconds] = match;
  const completion = { lesson, right: Number(right), questions: Number(questions), seconds: Number(seconds) };
  return completionCode(completion) === code.trim() ? completion : null;
}
