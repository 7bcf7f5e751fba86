import { figure } from '../../explain/tokens.ts';
import type { FeedbackAmount } from '../../protocol/inspect.ts';

/** A feedback function as it is turned: a base from 0 to 1 and what it is divided by. The simulation reads its text. */
export type Knob = FeedbackAmount;

const DIVISOR = { constant: '', perWindow: '/concurrency', perSqrtWindow: '/sqrt_concurrency' } as const;

/** A knob as the text of the parameter. */
export function feedbackText(knob: Knob): string {
  return `${figure(knob.base)}${DIVISOR[knob.kind]}`;
}
