/** Encodes the result of a finished lesson. The result code detects copying mistakes. */
import type { Seconds } from '../../protocol/units.ts';
import { checksum } from '../../scenario/bytes.ts';

export interface Completion {
  lesson: string;
  /** Number of questions answered right on the first try. */
  right: number;
  questions: number;
  /** Seconds from the first stop to the last. */
  seconds: Seconds;
}

/** Makes a code such as `blockers-5of6-412s-1x8k2fm`. Anyone can forge a code, so codes do not suit examinations. */
export function completionCode({ lesson, right, questions, seconds }: Completion): string {
  const body = `${lesson}-${right}of${questions}-${seconds}s`;
  return `${body}-${checksum(`qmgrscope ${body}`)}`;
}
