/** Converts texts to numbers as Postfix does. Null where Postfix would stop with a fatal error. */
import type { Seconds } from '../../../protocol/units.ts';
import type { Parameter } from './parameters.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const INT_MAX = 2_147_483_647;

/** A whole number, or null. Nothing may follow it, not even a comment. */
export function parseWhole(text: string): number | null {
  const value = /^[+-]?\d{1,10}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return Math.abs(value) <= INT_MAX ? value : null;
}

/** Seconds, or null. Accepts a whole number directly followed by at most one letter. */
export function parseSeconds(text: string, bareUnit: 's' | 'h' | 'd'): Seconds | null {
  const match = /^(\d{1,10})([smhdw]?)$/.exec(text.trim());
  if (match === null) return null;
  const seconds = Number(match[1]) * (SECONDS[match[2] === '' ? bareUnit : (match[2] ?? bareUnit)] ?? 1);
  return seconds <= INT_MAX ? seconds : null;
}

/** Numeric value of a parameter: times in seconds, yes = 1, no = 0. Null if malformed or not numeric. */
export function parseNumber(parameter: Parameter, text: string): number | null {
  if (parameter.kind === 'whole') return parseWhole(text);
  if (parameter.kind === 'time') return parseSeconds(text, parameter.bareUnit);
  if (parameter.kind === 'boolean')
    return /^yes$/i.test(text.trim()) ? 1 : /^no$/i.test(text.trim()) ? 0 : null;
  return null;
}

export interface Feedback {
  /** True if the value is divided by the window at the time of use (`1/concurrency`). */
  perConcurrency: boolean;
  base: number;
  /** False when Postfix warns and uses 1 instead. */
  accepted: boolean;
}

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)`;
const FRACTION = new RegExp(`^\\s*(${NUMBER})\\s*/(.*)$`, 'is');
const PLAIN = new RegExp(`^\\s*(${NUMBER})`, 'i');
const DIVISOR = new RegExp(`^${NUMBER}$`, 'i');

/** A feedback value as the queue manager reads it (qmgr/README.md §2.8). Unaccepted values become 1. */
export function parseFeedback(text: string): Feedback {
  const refused = { perConcurrency: false, base: 1, accepted: false };
  const within = (base: number, perConcurrency: boolean): Feedback =>
    base >= 0 && base <= 1 ? { perConcurrency, base, accepted: true } : refused;
  const fraction = FRACTION.exec(text);
  if (fraction === null) {
    const plain = PLAIN.exec(text);
    return plain === null || text.includes('/') ? refused : within(Number(plain[1]), false);
  }
  const top = Number(fraction[1]);
  const bottom = (fraction[2] ?? '').trim();
  if (/^concurrency$/i.test(bottom)) return within(top, true);
  const divisor = DIVISOR.test(bottom) ? Number(bottom) : Number.NaN;
  return divisor >= 1 / INT_MAX && divisor <= INT_MAX ? within(top / divisor, false) : refused;
}

/** Seconds as Postfix writes them: `90s`, `5m`, `2h`, `5d`. */
export function formatSeconds(seconds: Seconds): string {
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
  ] as const) {
    if (seconds >= 2 * size && seconds % size === 0) return `${seconds / size}${unit}`;
  }
  return `${seconds}s`;
}
