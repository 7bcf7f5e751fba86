import type { MessageNumber } from '../../protocol/ids.ts';

/**
 * The number in a message name made by the run: `M12`. 0 for other names, such as queue ids of a record, whatever digits they
 * have.
 */
export function numberInName(name: string): MessageNumber {
  return Number(/^M(\d{1,9})$/.exec(name)?.[1] ?? 0);
}
