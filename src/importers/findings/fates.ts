import { STATUSES } from '../store/tables.ts';
import { once, type Prepared } from './prepared.ts';
import type { Traffic } from './traffic.ts';

/** What became of a recipient by the end of the record. */
const [OPEN, DELIVERED, RETURNED] = [0, 1, 2] as const;
const SENT = STATUSES.indexOf('sent');
const BOUNCED = STATUSES.indexOf('bounced');

interface OfRecord {
  traffic: Traffic;
  prepared: Prepared;
}

/** Recipients of some attempts, each once: had their mail in the end, were returned to their senders, or wait still. */
export function fatesOf(
  record: OfRecord,
  rows: ArrayLike<number>,
): Record<'delivered' | 'returned' | 'open', number> {
  const { recipientOf } = record.prepared;
  const { fate, seen, next } = once(record.prepared, fatesOf, () => endsOf(record));
  const turn = next();
  const counts = [0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    const recipient = recipientOf[rows[i] ?? 0] ?? 0;
    if (seen[recipient] === turn) continue;
    seen[recipient] = turn;
    const of = fate[recipient] ?? OPEN;
    counts[of] = (counts[of] ?? 0) + 1;
  }
  return { delivered: counts[DELIVERED] ?? 0, returned: counts[RETURNED] ?? 0, open: counts[OPEN] ?? 0 };
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
    const expired = (lives.expired[attempts.life[row] ?? 0] ?? 0) > 0;
    fate[recipientOf[row] ?? 0] =
      status === SENT ? DELIVERED : status === BOUNCED || expired ? RETURNED : OPEN;
  }
  let turn = 0;
  return { fate, seen: new Uint32Array(count), next: () => ++turn };
}
