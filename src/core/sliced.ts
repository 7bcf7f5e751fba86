/**
 * A long computation in slices of about a millisecond: the caller may pause between two slices and continue later. Until
 * the end nothing else may read what it changes. How many slices run at a time does not change the result. Functions whose
 * name ends in `Parts` return one.
 */
export type Sliced<T> = Generator<undefined, T, undefined>;

/** Runs all slices without a pause. */
export function runToEnd<T>(work: Sliced<T>): T {
  for (;;) {
    const slice = work.next();
    if (slice.done === true) return slice.value;
  }
}
