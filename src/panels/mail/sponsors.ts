import type { MemoryTable } from '../../protocol/inspect.ts';

type Row = MemoryTable['messages'][number];

/** In core and slots of each job of a message, then who lends to whom, and, if it `says` so, what may be read next. */
export function sponsorWords(row: Row, minimum: number, says = true): string {
  const jobs = row.jobs
    .map((job) => `${job.transport} ${job.recipientCount} on ${job.recipientSlots}`)
    .join(', ');
  const sponsors = row.jobs
    .filter((job) => job.recipientSlots > job.recipientCount)
    .map((job) => job.transport);
  const guests = row.jobs
    .filter((job) => job.recipientCount > job.recipientSlots)
    .map((job) => job.transport);
  const parts = [`${row.recipientCount} in core: ${jobs}`];
  if (guests.length > 0) {
    const by =
      sponsors.length > 0
        ? `${sponsors.join(' and ')} and the minimum of ${minimum}`
        : `the minimum of ${minimum}`;
    parts.push(`${guests.join(' and ')} sponsored by ${by}`);
  }
  if (row.more && !says) parts.push(`${row.unread} unread`);
  else if (row.more) {
    const room = row.recipientSlots - row.recipientCount;
    parts.push(
      room > 0 ? `may read ${room} more of ${row.unread} unread` : `${row.unread} unread, no room to read`,
    );
  }
  return `${parts.join('; ')}.`;
}
