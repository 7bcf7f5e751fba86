import type { MessageId } from '../../protocol/ids.ts';
import { drop, get, insert, NONE, touch } from '../tables.ts';
import type { Qmgr } from './model.ts';

/**
 * Which recipients stay on file for a later attempt. Only they are noted, a few positions per ended entry: marking the
 * delivered ones, as Postfix does in the file, would cost a copy of a large bitmap per delivery in a table of values.
 */

/** Notes recipients (positions) of an ended entry as still to be delivered. */
export function leaveOnFile(q: Qmgr, message: MessageId, recipients: readonly number[]): void {
  if (recipients.length === 0) return;
  const row = touch(q.messages, message);
  row.leftoverFirst = insert(q.leftovers, { recipients, next: row.leftoverFirst });
}

/** Takes all notes of the message: positions in no particular order. The notes are gone afterwards. */
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
