import { formatLasting } from '../../explain/record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import type { BesideFlush, NewMail, QueueFates, QueueRow } from '../../protocol/record-questions.ts';

/** At most this many reasons are shown for a destination. */
const MAX_REASONS = 3;
/** A sentence names at most this many destinations. */
const MAX_NAMED_DESTINATIONS = 4;

/** Lists the most frequent reasons of a destination, with counts unless all recipients have the same reason. */
export function reasonWords({ reasons, recipients }: QueueRow): string[] {
  const told = reasons.slice(0, MAX_REASONS);
  return told.map(({ reason, count }) =>
    count === recipients ? reason : `${formatWhole(count)} × ${reason}`,
  );
}

/** Says how a flush ends: when the queue is empty, what was delivered, what was deferred again and why. */
export function fatesWords(fates: QueueFates, destination: string, rows: readonly QueueRow[]): string {
  const { recipients, tried, delivered, again, later, returned, empty, followed, messages, listed } = fates;
  const what = destination === '' ? 'The queue' : `The queue for ${destination}`;
  const left =
    listed > messages
      ? ` The first ${formatWhole(messages)} of ${formatWhole(listed)} messages were followed.`
      : '';
  if (empty !== null && again.length === 0)
    return `${what} is empty after ${formatLasting(empty)}: ${recipients === 1 ? 'its one recipient is' : `all ${formatWhole(recipients)} recipients are`} delivered at this attempt.${left}`;
  const put = again.reduce((sum, { count }) => sum + count, 0);
  const named = again.slice(0, MAX_NAMED_DESTINATIONS).map(({ destination: name, count }) => {
    const why = rows.find((row) => row.destination === name)?.reasons[0]?.reason ?? '';
    return `${formatWhole(count)} for ${name}${why === '' ? '' : ` (“${why}”)`}`;
  });
  const rest =
    again.length > MAX_NAMED_DESTINATIONS
      ? `, the others for ${formatWhole(again.length - MAX_NAMED_DESTINATIONS)} further destinations`
      : '';
  const first = `After ${formatLasting(tried)} each of the ${formatWhole(recipients)} recipients has been attempted once: ${formatWhole(delivered)} delivered, ${formatWhole(put)} deferred again, none returned. Deferred: ${named.join(', ')}${rest}.`;
  const end = [
    ...(later > 0 ? [`Retries deliver ${formatWhole(later)} of them.`] : []),
    ...(returned > 0
      ? [
          `${formatWhole(returned)} are returned to their senders after maximal_queue_lifetime (counted from the flush).`,
        ]
      : []),
    empty === null
      ? `After ${formatLasting(followed)} ${formatWhole(put - later)} are still deferred. Mail that a server keeps refusing is retried until maximal_queue_lifetime, then returned.`
      : `${what} is empty after ${formatLasting(empty)}.`,
  ].join(' ');
  return `${first} ${end}${left}`;
}

/** Says how long new mail took during a flush, and whether any was deferred. */
export function besideWords({ flushed, same, elsewhere }: BesideFlush): string {
  return `While ${formatWhole(flushed)} messages are flushed, new mail for ${same.destination} ${newMail(same)}. New mail for a destination without waiting mail ${newMail(elsewhere)}. ${putOff(same, elsewhere)}`;
}

function newMail({ accepted, median, longest, medianAlone, longestAlone, returned }: NewMail): string {
  if (accepted === 0)
    return returned > 0
      ? 'was not accepted, and was returned after maximal_queue_lifetime'
      : 'was not accepted within an hour';
  return `took ${formatLasting(median)} (median) and at most ${formatLasting(longest)}; without the flush ${formatLasting(medianAlone)} and ${formatLasting(longestAlone)}`;
}

function putOff(same: NewMail, elsewhere: NewMail): string {
  const deferred = same.deferred + elsewhere.deferred;
  const alone = same.deferredAlone + elsewhere.deferredAlone;
  const returned = same.returned + elsewhere.returned;
  if (deferred === 0 && alone === 0) return 'No new mail was deferred or returned.';
  const without = alone === deferred ? 'as many without the flush' : `without the flush ${count(alone)}`;
  return `Of the new messages, ${count(deferred)} ${deferred === 1 ? 'was' : 'were'} deferred at the first attempt (${without}), and ${count(returned)} returned.`;
}

const count = (n: number): string => (n === 0 ? 'none' : formatWhole(n));
