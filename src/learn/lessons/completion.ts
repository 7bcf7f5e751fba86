/** The result of a finished lesson, and a result code that detects copying mistakes. */
import type { Seconds } from '../../protocol/units.ts';
import { checksum } from '../../scenario/bytes.ts';

export interface Completion {
  lesson: string;
  /** Questions answered right on the first try. */
  right: number;
  questions: number;
  /** Seconds from the first stop to the last. */
  seconds: Seconds;
}

/** `blockers-5of6-412s-1x8k2fm`. It can be forged, so it is not for examinations. */
export function completionCode({ lesson, right, questions, seconds }: Completion): string {
  const body = `${lesson}-${right}of${questions}-${seconds}s`;
  return `${body}-${checksum(`qmgrscope ${body}`)}`;
}
