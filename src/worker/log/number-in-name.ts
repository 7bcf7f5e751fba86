import type { MessageNumber } from '../../protocol/ids.ts';

/** The number in the name of a message that the run has made: `M12`. 0 = it has another name, such as the queue id of a record, whatever digits that has. */
export function numberInName(name: string): MessageNumber {
  return Number(/^M(\d{1,9})$/.exec(name)?.[1] ?? 0);
}
