import { figure } from '../../explain/tokens.ts';
import type { FeedbackAmount } from '../../protocol/inspect.ts';

/** A feedback function as it is turned: a base from 0 to 1 and what it is divided by. */
export type Knob = FeedbackAmount;

/** The text of a feedback parameter, as a knob. Texts that are no feedback are run as 1 by Postfix (nqmgr.md §2.8). */
export function readFeedback(text: string): Knob {
  const match = /^\s*([0-9.eE+-]+)\s*(?:\/\s*([A-Za-z_]+|[0-9.]+))?\s*$/.exec(text);
  const base = Number(match?.[1] ?? Number.NaN);
  const divisor = match?.[2]?.toLowerCase();
  const whole = { base: 1, kind: 'constant' } as const;
  if (match === null || !(base >= 0)) return whole;
  if (divisor === 'concurrency') return base <= 1 ? { base, kind: 'perWindow' } : whole;
  if (divisor === 'sqrt_concurrency') return base <= 1 ? { base, kind: 'perSqrtWindow' } : whole;
  const value = divisor === undefined ? base : base / Number(divisor);
  return value >= 0 && value <= 1 ? { base: value, kind: 'constant' } : whole;
}

const DIVISOR = { constant: '', perWindow: '/concurrency', perSqrtWindow: '/sqrt_concurrency' } as const;

/** A knob as the text of the parameter. */
export function feedbackText(knob: Knob): string {
  return `${figure(knob.base)}${DIVISOR[knob.kind]}`;
}
