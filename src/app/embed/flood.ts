import type { InputError } from '../../protocol/result.ts';

/** Requests in any one second. A slider that is dragged asks sixty times; more is a loop that has run away. */
export const ASKS_PER_SECOND = 100;
const SECOND_MS = 1000;

/**
 * Counts what an embedding page asks. The result is null while it asks at a rate that can be answered, and what is wrong
 * when it does not: such a request is not carried out.
 */
export function floodGate(now: () => number): () => InputError[] | null {
  const times: number[] = [];
  return () => {
    const at = now();
    while (times.length > 0 && at - (times[0] ?? at) >= SECOND_MS) times.shift();
    if (times.length >= ASKS_PER_SECOND) {
      const accepted = `at most ${ASKS_PER_SECOND} requests in a second`;
      return [{ field: 'rate', value: `more than ${ASKS_PER_SECOND} in a second`, accepted }];
    }
    times.push(at);
    return null;
  };
}
