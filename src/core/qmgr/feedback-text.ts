import type { FeedbackAmount } from '../../protocol/inspect.ts';

/**
 * The text form of concurrency feedback: `number`, `number/number`, `number/concurrency` (qmgr/README.md §2.8). Only
 * the documented rule knows `number/sqrt_concurrency`; the shipped rule refuses it and takes 1.
 */

export type FeedbackValue = Readonly<FeedbackAmount>;

/** `shipped`: Postfix 3.12. `documented`: the pseudocode of SCHEDULER_README. Source: §2.8. */
export type FeedbackRule = 'shipped' | 'documented';

/** The value that replaces a malformed text. It is neither the default nor the readable part of the text. */
export const FALLBACK_FEEDBACK: FeedbackValue = { base: 1, kind: 'constant' };

const INT_MAX = 2_147_483_647;
const DECIMAL = /^[ \t]*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/;
const HEX = /^[ \t]*([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)(?:[pP]([+-]?\d+))?/;

/** Reads the longest C floating-point number at the start of `text`, like strtod. Returns null if there is none. */
function readNumber(text: string): { value: number; rest: string } | null {
  const hex = HEX.exec(text);
  if (hex && `${hex[2]}${hex[3]}` !== '') return { value: hexValue(hex), rest: text.slice(hex[0].length) };
  const decimal = DECIMAL.exec(text);
  return decimal && { value: Number(decimal[0]), rest: text.slice(decimal[0].length) };
}

function hexValue(match: RegExpExecArray): number {
  let value = 0;
  for (const digit of `${match[2]}${match[3]}`) value = value * 16 + Number.parseInt(digit, 16);
  let exponent = Number(match[4] ?? 0) - 4 * (match[3] ?? '').length;
  // Doubling and halving are exact. Beyond ±2000 the result is 0 or infinite, and stays so.
  exponent = Math.max(-2000, Math.min(2000, exponent));
  for (; exponent > 0; exponent--) value *= 2;
  for (; exponent < 0; exponent++) value /= 2;
  return match[1] === '-' ? -value : value;
}

/**
 * Parses a feedback text. Null means malformed: the caller warns and uses `FALLBACK_FEEDBACK`.
 *
 * Text after a plain number is ignored (`0.5x` is 0.5). A text with a slash must be complete, with nothing after it.
 * The base must lie in [0, 1]; each side of `a/b` has its own range. Source: qmgr/README.md §2.8.
 */
export function parseFeedback(text: string, rule: FeedbackRule): FeedbackValue | null {
  const left = readNumber(text);
  if (left === null) return null;
  const slash = /^[ \t]*\//.exec(left.rest);
  if (slash === null) return inUnit(left.value, 'constant');
  const divisor = left.rest.slice(slash[0].length).replace(/^[ \t]+/, '');
  if (/^concurrency$/i.test(divisor)) return inUnit(left.value, 'perWindow');
  if (/^sqrt_concurrency$/i.test(divisor)) {
    return rule === 'documented' ? inUnit(left.value, 'perSqrtWindow') : null;
  }
  const right = readNumber(divisor);
  if (right === null || right.rest !== '') return null;
  if (!(left.value >= 0 && left.value <= INT_MAX)) return null;
  if (!(right.value >= 1 / INT_MAX && right.value <= INT_MAX)) return null;
  return inUnit(left.value / right.value, 'constant');
}

function inUnit(base: number, kind: FeedbackValue['kind']): FeedbackValue | null {
  return base >= 0 && base <= 1 ? { base, kind } : null;
}
