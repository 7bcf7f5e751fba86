/**
 * Work that may take long, in parts: the caller can leave it between two parts and go on later. Nothing may look
 * at what is being changed meanwhile. Parts are of a millisecond or so; how many are done at a time changes no outcome.
 */
export type Parts<T> = Generator<undefined, T, undefined>;

/** Does all parts at once. */
export function whole<T>(parts: Parts<T>): T {
  for (;;) {
    const part = parts.next();
    if (part.done === true) return part.value;
  }
}
