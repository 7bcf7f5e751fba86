import type { FeedbackAmount } from '../../protocol/inspect.ts';

/**
 * The text form of concurrency feedback: `number`, `number/number`, `number/concurrency` (qmgr/README.md §2.8).
 * `number/sqrt_concurrency` belongs to the documented rule only; the shipped one refuses it and takes 1.
 */

export type FeedbackValue = Readonly<FeedbackAmount>;

/** Which of the two rules is in force (§2.8): Postfix 3.12 as shipped, or the document's pseudocode. */
export type FeedbackRule = 'shipped' | 'documented';

/** What a malformed text becomes: constant 1, not the default and not the part that could be read. */
export const FALLBACK_FEEDBACK: FeedbackValue = { base: 1, kind: 'constant' };

const INT_MAX = 2_147_483_647;
const DECIMAL = /^[ \t]*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/;
const HEX = /^[ \t]*([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)(?:[pP]([+-]?\d+))?/;

/** A C floating number at the start of `text` and what follows it, or null. Reads as far as it goes, like strtod. */
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
  // Doubling and halving are exact; past ±2000 the result is 0 or infinite and stays so.
  exponent = Math.max(-2000, Math.min(2000, exponent));
  for (; exponent > 0; exponent--) value *= 2;
  for (; exponent < 0; exponent++) value /= 2;
  return match[1] === '-' ? -value : value;
}

/**
 * Reads a feedback text. `null` means "not acceptable": the caller warns and uses `FALLBACK_FEEDBACK`.
 *
 * A plain number is read as far as it goes (`0.5x` is 0.5); a text with a slash must be complete, with nothing behind
 * it. The base must lie in [0, 1]; for `a/b` both sides have a range of their own. Source: qmgr/README.md §2.8.
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
