/** What a finished lesson says to a teacher: figures, and a code that catches slips of copying. */
import type { Seconds } from '../../protocol/units.ts';
import { checksum } from '../../scenario/bytes.ts';

export interface Completion {
  lesson: string;
  /** Questions answered right at the first choice. */
  right: number;
  questions: number;
  /** Whole seconds from the first stop to the last. */
  seconds: Seconds;
}

/** `blockers-5of6-412s-1x8k2fm`. Any reader can make one: it is for honest people, not for examinations. */
export function completionCode({ lesson, right, questions, seconds }: Completion): string {
  const body = `${lesson}-${right}of${questions}-${seconds}s`;
  return `${body}-${checksum(`qmgrscope ${body}`)}`;
}
