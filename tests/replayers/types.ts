import { isObject } from '../../src/protocol/is-object.ts';

/** First difference between a recorded vector and the core. Null when everything in the vector is equal. */
export interface Mismatch {
  /** Step (operation) or checkpoint of the vector, counted from 1. */
  step: number;
  /** Path of the differing member, such as `out.entry` or `state.transports[0].jobs[2].level`. */
  field: string;
  expected: unknown;
  got: unknown;
}

/** Replays one parsed vector. Throws a clear message when the file does not have its format. */
export type Replayer = (vector: unknown) => Mismatch | null;

/**
 * Path and values of the first difference between two JSON values; null when they are equal. An `undefined` member counts as
 * absent.
 */
export function firstDifference(
  expected: unknown,
  got: unknown,
  path = '',
): { field: string; expected: unknown; got: unknown } | null {
  if (Object.is(expected, got)) return null;
  if (Array.isArray(expected) && Array.isArray(got)) {
    for (let i = 0; i < Math.max(expected.length, got.length); i++) {
      const diff = firstDifference(expected[i], got[i], `${path}[${i}]`);
      if (diff) return diff;
    }
    return null;
  }
  if (isObject(expected) && isObject(got)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      const diff = firstDifference(expected[key], got[key], path === '' ? key : `${path}.${key}`);
      if (diff) return diff;
    }
    return null;
  }
  return { field: path, expected, got };
}
