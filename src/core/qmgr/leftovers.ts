import type { MessageId } from '../../protocol/ids.ts';
import { drop, get, insert, NONE, touch } from '../tables.ts';
import type { Qmgr } from './model.ts';

/**
 * Recipients that stay on file for a later attempt. Postfix marks the delivered recipients in the file instead; a
 * bitmap would have to be copied at each delivery, because table values are never changed in place.
 */

/** Records recipients (positions in the file) of an ended entry as not delivered. */
export function leaveOnFile(q: Qmgr, message: MessageId, recipients: readonly number[]): void {
  if (recipients.length === 0) return;
  const row = touch(q.messages, message);
  row.leftoverFirst = insert(q.leftovers, { recipients, next: row.leftoverFirst });
}

/** Removes and returns the recorded positions of the message, in no particular order. */
export function takeLeftovers(q: Qmgr, message: MessageId): number[] {
  const positions: number[] = [];
  for (let id = get(q.messages, message).leftoverFirst; id !== NONE; ) {
    const { recipients, next } = get(q.leftovers, id);
    for (const position of recipients) positions.push(position);
    drop(q.leftovers, id);
    id = next;
  }
  touch(q.messages, message).leftoverFirst = NONE;
  return positions;
}
