import type { RecipientPool } from '../../protocol/inspect.ts';
import type { JobRow, MailRow, TransportRow } from '../../protocol/rows.ts';

/**
 * A piece of a pool bar. `number`: its message, 0 = none. `kind`: `used` = recipients in core, `idle` = held but unused
 * slots, `free` = free slots, `rest` = jobs that are not drawn separately.
 */
export interface Piece {
  key: string;
  number: number;
  kind: 'used' | 'idle' | 'free' | 'rest';
  count: number;
}

export interface Pool {
  limit: number;
  /** Slots of jobs, used or not, then free slots. Their sum is the limit, or more while extra slots are lent. */
  pieces: Piece[];
  free: number;
  extra: { limit: number; lent: number };
  /** Recipients in core beyond the slots of their job: within the message minimum, or sponsored by other jobs. */
  beyond: Piece[];
  beyondTotal: number;
}

/** Number of jobs drawn separately; all others share one piece. */
const JOBS = 14;

/** Holders of a transport's recipient slots: its row, and its jobs along the time list. */
export function poolOf(transport: TransportRow, jobs: readonly JobRow[]): Pool {
  return layoutPool({
    limit: Number(transport.params['recipient_limit'] ?? 0),
    extraLimit: Number(transport.params['extra_recipient_limit'] ?? 0),
    unused: transport.recipientSlotsUnused,
    jobs,
  });
}

/** A transport's pool as bars. `jobs` in time-list order, in which slots are assigned. */
export function layoutPool(given: Pick<RecipientPool, 'limit' | 'extraLimit' | 'unused' | 'jobs'>): Pool {
  const { limit, extraLimit, unused, jobs } = given;
  const holding = jobs.filter((job) => job.recipientSlots > 0);
  const pieces = holding.slice(0, JOBS).flatMap((job): Piece[] => {
    const used = Math.min(job.recipientCount, job.recipientSlots);
    return [
      { key: `${job.id}-used`, number: job.number, kind: 'used', count: used },
      { key: `${job.id}-idle`, number: job.number, kind: 'idle', count: job.recipientSlots - used },
    ];
  });
  const rest = holding.slice(JOBS).reduce((sum, job) => sum + job.recipientSlots, 0);
  pieces.push({ key: 'rest', number: 0, kind: 'rest', count: rest });
  const free = Math.max(0, unused);
  pieces.push({ key: 'free', number: 0, kind: 'free', count: free });
  const over = jobs.filter((job) => job.recipientCount > job.recipientSlots);
  const beyond = over.slice(0, JOBS).map((job): Piece => {
    return {
      key: `${job.id}`,
      number: job.number,
      kind: 'used',
      count: job.recipientCount - job.recipientSlots,
    };
  });
  const beyondTotal = over.reduce((sum, job) => sum + job.recipientCount - job.recipientSlots, 0);
  const shown = beyond.reduce((sum, piece) => sum + piece.count, 0);
  if (beyondTotal > shown) beyond.push({ key: 'rest', number: 0, kind: 'rest', count: beyondTotal - shown });
  return {
    limit,
    pieces: pieces.filter((piece) => piece.count > 0),
    free,
    extra: { limit: extraLimit, lent: Math.max(0, -unused) },
    beyond,
    beyondTotal,
  };
}

/** One of the two upper bounds that SCHEDULER_README states, with its numbers. */
export interface Bound {
  name: string;
  /** The calculation, such as `10 × 20000 + 20000 + 1000 = 221000`. */
  sum: string;
  other: number;
  bound: number;
}

/** The bounds in SCHEDULER_README, "Dealing with memory resource limits": "Each transport …", "The total amount …". */
export function boundsOf(
  mail: MailRow,
  transports: readonly TransportRow[],
): { each: Bound[]; total: Bound } {
  const { messageRecipientMinimum: minimum, messageActiveLimit: active, messageRecipientLimit: other } = mail;
  const slots = (row: TransportRow, name: string): number => Number(row.params[name] ?? 0);
  const each = transports.map((row): Bound => {
    const recipient = slots(row, 'recipient_limit');
    const extra = slots(row, 'extra_recipient_limit');
    const sum = minimum * active + recipient + extra;
    return {
      name: row.name,
      sum: `${minimum} × ${active} + ${recipient} + ${extra} = ${sum}`,
      other,
      bound: Math.max(sum, other),
    };
  });
  const all = transports.reduce(
    (sum, row) => sum + slots(row, 'recipient_limit') + slots(row, 'extra_recipient_limit'),
    0,
  );
  const sum = minimum * active + all;
  const total = {
    name: 'all',
    sum: `${minimum} × ${active} + ${all} = ${sum}`,
    other,
    bound: Math.max(sum, other),
  };
  return { each, total };
}
