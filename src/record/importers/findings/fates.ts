import { ENDS, STATUSES } from '../store/tables.ts';
import { once, type Prepared } from './prepared.ts';
import type { Traffic } from './traffic.ts';

/** What became of a recipient by the end of the record. */
const [OPEN, DELIVERED, RETURNED, TAKEN] = [0, 1, 2, 3] as const;
/** Deleted, and behind it queued again. */
const DELETED = ENDS.indexOf('deleted');
const SENT = STATUSES.indexOf('sent');
const BOUNCED = STATUSES.indexOf('bounced');

interface OfRecord {
  traffic: Traffic;
  prepared: Prepared;
}

/**
 * Recipients of some attempts, each once: had their mail in the end, were returned to their senders, wait still, or an operator took
 * their message away (deleted it, or queued it again under another id).
 */
export function fatesOf(
  record: OfRecord,
  rows: ArrayLike<number>,
): Record<'delivered' | 'returned' | 'open' | 'taken', number> {
  const { recipientOf } = record.prepared;
  const { fate, seen, next } = once(record.prepared, fatesOf, () => endsOf(record));
  const turn = next();
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    const recipient = recipientOf[rows[i] ?? 0] ?? 0;
    if (seen[recipient] === turn) continue;
    seen[recipient] = turn;
    const of = fate[recipient] ?? OPEN;
    counts[of] = (counts[of] ?? 0) + 1;
  }
  const [open = 0, delivered = 0, returned = 0, taken = 0] = counts;
  return { delivered, returned, open, taken };
}

/** The last line of each recipient decides, and whether its message was returned for its age. */
function endsOf({ traffic, prepared }: OfRecord): {
  fate: Uint8Array;
  seen: Uint32Array;
  next: () => number;
} {
  const { attempts, lives } = traffic.instance.tables;
  const { recipientOf } = prepared;
  const count = recipientOf.reduce((most, one) => Math.max(most, one), 0) + 1;
  const fate = new Uint8Array(count);
  for (let row = 1; row < attempts.length; row++) {
    const status = attempts.status[row] ?? 0;
    const life = attempts.life[row] ?? 0;
    const expired = (lives.expired[life] ?? 0) > 0;
    const left = (lives.end[life] ?? 0) >= DELETED ? TAKEN : OPEN;
    fate[recipientOf[row] ?? 0] =
      status === SENT ? DELIVERED : status === BOUNCED || expired ? RETURNED : left;
  }
  let turn = 0;
  return { fate, seen: new Uint32Array(count), next: () => ++turn };
}
