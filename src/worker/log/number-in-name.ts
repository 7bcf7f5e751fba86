import type { MessageNumber } from '../../protocol/ids.ts';

/**
 * Returns the number in a message name made by the run: 12 for `M12`. Returns 0 for all other names, such as queue ids of a
 * record, even if they have digits.
 */
export function numberInName(name: string): MessageNumber {
  return Number(/^M(\d{1,9})$/.exec(name)?.[1] ?? 0);
}
