import type { EntryId, MessageId } from '../../protocol/ids.ts';
import { get } from '../tables.ts';
import type { Qmgr } from './model.ts';
import { recipientAt } from './recipient-file.ts';

/** What the delivery request of a busy entry says: read while the entry lives. */
export interface SelectionView {
  readonly entry: EntryId;
  readonly message: MessageId;
  readonly messageName: string;
  readonly transport: string;
  readonly queue: string;
  readonly recipients: number;
  readonly firstAddress: string;
  /** Connection-reuse hints. Source: qmgr/README.md §21. */
  readonly reuse: '' | 'load' | 'load+store';
}

/** Describes an entry for its agent. */
export function selectionView(q: Qmgr, entry: EntryId): SelectionView {
  const { message, queue: queueId, recipients } = get(q.entries, entry);
  const queue = get(q.queues, queueId);
  const row = get(q.messages, message);
  return {
    entry,
    message,
    messageName: row.name,
    transport: get(q.transports, queue.transport).name,
    queue: queue.name,
    recipients: recipients.length,
    firstAddress: recipients[0] === undefined ? '' : recipientAt(row, recipients[0]).address,
    reuse: queue.reuseStore ? 'load+store' : queue.reuseLoad ? 'load' : '',
  };
}
