/**
 * A long computation in slices of about a millisecond. The caller may pause between slices, but until the end no other
 * code may read the data that the computation changes. Slicing does not change the result. Functions whose name ends in
 * `Parts` return a `Sliced`.
 */
export type Sliced<T> = Generator<undefined, T, undefined>;

export function runToEnd<T>(work: Sliced<T>): T {
  for (;;) {
    const slice = work.next();
    if (slice.done === true) return slice.value;
  }
}
